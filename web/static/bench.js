// The bench of the simulated table: pods by mouse and keys, pictures and lamps live; `request`, `toast` and `$` are those of companion.js.
"use strict";

{
  let sent = Promise.resolve(); // one after another: a key that goes up before it goes down is never pressed
  const send = (pod, key, pressed) => fetch("/bench/key", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pod, key, pressed }) }).catch(() => toast(words.failed));
  const press = (pod, key, pressed) => { sent = sent.then(() => send(pod, key, pressed)); };
  const held = new Set();
  for (const button of document.querySelectorAll("[data-key-of]")) {
    const pod = Number(button.closest(".pod").dataset.pod), key = button.dataset.keyOf;
    const up = () => { if (held.delete(pod + key)) press(pod, key, false); };
    const down = () => { if (!held.has(pod + key)) { held.add(pod + key); press(pod, key, true); } };
    button.addEventListener("pointerdown", down);
    for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(name, up);
    button.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); down(); } });
    button.addEventListener("keyup", up);
  }
  const pressed = (event, way) => {
    const digit = /^Digit([1-6])$/.exec(event.code);
    if (!digit || event.repeat || event.target.matches("input")) return;
    const pod = Number(digit[1]);
    if (way) { const key = event.shiftKey ? "ok" : "add"; held.add("k" + pod + key); press(pod, key, true); }
    else for (const key of ["add", "ok"]) if (held.delete("k" + pod + key)) press(pod, key, false);
  };
  addEventListener("keydown", (event) => pressed(event, true));
  addEventListener("keyup", (event) => pressed(event, false));
  for (const button of document.querySelectorAll("[data-pace]")) {
    button.addEventListener("click", async () => {
      const answer = await fetch("/bench/pace", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pace: button.dataset.pace }) }).catch(() => null);
      if (!answer?.ok) { toast(words.failed); return; }
      for (const other of document.querySelectorAll("[data-pace]")) other.setAttribute("aria-pressed", String(other === button));
    });
  }
  const refresh = async (image, path, pause) => {
    for (let turn = 0; ; turn += 1) {
      if (document.visibilityState === "visible") {
        const next = new Image();
        next.src = `${path}?${Date.now()}`;
        try { await next.decode(); image.src = next.src; } catch { /* the next one */ }
      }
      await new Promise((go) => setTimeout(go, pause));
    }
  };
  refresh($("camera"), "/bench/camera.jpg", 250);
  refresh($("display"), "/bench/display.png", 200);
  setInterval(async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const lamps = await (await fetch("/bench/lamps")).json();
      for (const pod of document.querySelectorAll(".pod")) pod.querySelector(".lamp").style.setProperty("--lit", lamps[pod.dataset.pod] ?? 0);
    } catch { /* the next one */ }
  }, 120);
}
