// The teach walk: keeps the picture and its question live, and sends what is tapped; `put`, `heard`, `request`s dialog and `$` are those of companion.js.
"use strict";

const PAUSE_MS = 700, TAUGHT_MS = 20000; // the set may be busy for seconds
let walkNumber = -2, walkSheet = "", askedAt = 0, chosenPlace = "", chosenKind = "";
let putAside = [];

async function drawWalk(anew) {
  const shownNow = $("teach-data")?.dataset ?? {};
  const asked = new URLSearchParams({ number: anew ? -2 : walkNumber, chosen: chosenPlace, asked: shownNow.asked || "" });
  if (chosenKind || shownNow.asked) asked.set("kind", chosenKind || shownNow.kind);
  for (const place of putAside) asked.append("aside", place);
  let answer;
  try { answer = await fetch("/teach/now?" + asked, inTime()); } catch { if (msSince(heardAt) > 5000) showLost(); return; }
  if (answer.status === 403) { location.reload(); return; }
  if (!answer.ok) return;
  heard();
  if (answer.status === 204) return;
  const now = await answer.json();
  walkNumber = now.number;
  if (now.sheet !== walkSheet) { walkSheet = now.sheet; putAside = []; if (chosenPlace) { choose(""); drawWalk(true); return; } }
  const had = document.activeElement && $("s-teach").contains(document.activeElement);
  const question = () => { const { asked: place, right } = $("teach-data")?.dataset ?? {}; return JSON.stringify([place, right]); };
  const before = question();
  put("teach", now.html);
  if (question() !== before) askedAt = Date.now();
  if (had && !$("s-teach").contains(document.activeElement)) $("teach-line")?.focus({ preventScroll: true });
}

// another place, or the next question: what was open for the last one is not open for it
function choose(place) {
  chosenPlace = place;
  chosenKind = "";
  const shownNow = $("teach-data")?.dataset;
  if (shownNow) shownNow.asked = shownNow.kind = "";
}

async function teach(asked) {
  let done;
  try {
    const answer = await fetch("/teach/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked), ...inTime(TAUGHT_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    done = await answer.json();
  } catch { toast(words.failed); return { ok: false, text: words.failed }; }
  if (!done.ok && done.ask === "pin") {
    const pin = await dialog(done.text, true);
    if (pin === null) return done;
    const right = await request({ do: "pin", pin: String(pin) });
    return right.ok ? teach(asked) : right;
  }
  if (!done.ok && done.ask === "confirm") return (await dialog(done.text, false)) ? teach({ ...asked, confirm: true }) : done;
  toast(done.text);
  choose("");
  await drawWalk(true);
  return done;
}

// One tap, one name: what is tapped while an answer is on its way, or just as another question appears, was meant for the last.
const SETTLED_MS = 350;
let going = false;
async function once(asked) {
  if (going || (asked.do === "name" && Date.now() - askedAt < SETTLED_MS)) return null;
  going = true;
  try { return await teach(asked); } finally { going = false; }
}

const nameIt = (label) => { const { sheet, asked } = $("teach-data").dataset; if (asked) once({ do: "name", sheet, labels: { [asked]: label } }); };

document.addEventListener("click", (event) => {
  const button = event.target.closest("#s-teach button");
  if (!button) return;
  const { dataset } = button;
  if (dataset.teach) once(JSON.parse(dataset.teach));
  else if (dataset.place) { choose(dataset.place); drawWalk(true).then(() => { askedAt = 0; }); }
  else if (dataset.kind) { chosenKind = dataset.kind; drawWalk(true); }
  else if (dataset.name) nameIt(dataset.name);
  else if ("leaveOut" in dataset) nameIt(null);
  else if ("unpick" in dataset) { choose(""); drawWalk(true); }
  else if ("aside" in dataset) { putAside.push($("teach-data").dataset.asked); choose(""); drawWalk(true); }
  else if ("right" in dataset) { const { sheet, right } = $("teach-data").dataset; once({ do: "name", sheet, labels: JSON.parse(right) }); }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.closest("#s-teach")) return;
  event.preventDefault();
  if (form.matches(".free")) {
    const name = form.elements.free.value.trim();
    const { sheet, of } = form.dataset;
    askedAt = 0; // whoever has typed a name means the place of its form
    if (name && (await once({ do: "name", sheet, labels: { [of]: name } }))?.ok) form.reset();
  } else if (form.dataset.game) {
    const asked = { do: "begin", game: form.dataset.game };
    const { width } = form.elements;
    if (width) asked.width_mm = Number(width.value);
    const done = await teach(asked);
    if (!done.ok) { const error = form.querySelector(".error"); if (error) error.textContent = done.text; }
  }
});

if ($("s-teach")) {
  const again = async () => { if (document.visibilityState === "visible") await drawWalk(false); setTimeout(again, PAUSE_MS); };
  document.addEventListener("visibilitychange", () => drawWalk(false));
  again();
}
