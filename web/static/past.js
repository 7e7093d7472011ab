// A past game, step by step with the arrow keys.
"use strict";

addEventListener("keydown", (event) => { if (event.key.startsWith("Arrow") && !event.target.matches("input, select, .scroll")) document.querySelector(`[data-step=${event.key}]`)?.click(); });
