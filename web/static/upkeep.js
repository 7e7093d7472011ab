// The host's chores: small forms, trying a set, adding a kept file; `request`, `toast`, `words`, `putIn` and `$` are those of companion.js.
"use strict";

function go(where) {
  if (where) location.href = where;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.do) return;
  event.preventDefault();
  const asked = JSON.parse(form.dataset.do);
  for (const input of form.querySelectorAll("[name]")) {
    if (input.type === "radio" && !input.checked) continue;
    asked[input.name] = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
  }
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  const done = await request(asked);
  button.disabled = false;
  if (done.ok) setTimeout(() => go(form.dataset.then), /arrange|set_pin|pair_room/.test(form.dataset.do) ? 1500 : 0);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-try]");
  if (!button) return;
  button.disabled = true;
  try {
    const answer = await fetch(button.dataset.try, inTime(SLOW_MS));
    if (!answer.ok) throw new Error(answer.statusText);
    $("tried").innerHTML = await answer.text();
    $("tried").scrollIntoView({ block: "nearest" });
  } catch { toast(words.failed); }
  button.disabled = false;
});

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (!input.dataset.import || !input.files.length) return;
  try {
    const answer = await fetch(input.dataset.import, { method: "POST", headers: { "Content-Type": "application/zip" }, body: input.files[0] });
    const done = await answer.json();
    toast(done.text);
    if (done.ok) setTimeout(() => go(input.dataset.then), 1200);
  } catch { toast(words.failed); }
  input.value = "";
});

// asks an address over and over while the page is looked at, and shows what comes

async function keepAsking(where, pauseMs, show) {
  for (;;) {
    if (document.visibilityState === "visible") {
      try {
        const answer = await fetch(where, inTime());
        if (!answer.ok) throw new Error(answer.statusText);
        show(await answer.text());
        heard();
      } catch { if (msSince(heardAt) > SILENT_MS) showLost(); }
    }
    await new Promise((again) => setTimeout(again, pauseMs));
  }
}

// the camera's picture, as often as it comes, and in words what is found in it

const eye = $("eye");
if (eye) keepAsking(eye.dataset.look, 700, (answer) => {
  const seen = JSON.parse(answer);
  if (seen.picture) eye.src = seen.picture;
  eye.hidden = !seen.picture;
  $("eye-waits").hidden = Boolean(seen.picture);
  putIn($("sight-lines"), seen.html);
});

// a part of the page that is made anew as often as it changes

for (const part of document.querySelectorAll("[data-follow]")) {
  keepAsking(part.dataset.follow, 300, (html) => {
    if (part.shown !== html) putIn(part, html);
    part.shown = html;
  });
}
