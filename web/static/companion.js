// The page's little script: it keeps the sections live, sends what is tapped, and says when the table is not heard.
"use strict";
const words = JSON.parse(document.body.dataset.words);
const $ = (id) => document.getElementById(id);
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* a private window forgets */ } },
};

// ---- putting new HTML in place of old: what stays the same stays the same element, so focus and open parts are kept

const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key || node.id || "" : "");
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morph(from, to) {
  if (from.nodeType !== 1) { if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue; return; }
  for (const { name, value } of [...to.attributes]) if (name !== "open" && from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !["open", "data-touched", "data-unveiled"].includes(name)) from.removeAttribute(name);
  if (!("touched" in from.dataset)) morphChildren(from, to);
}

function morphChildren(from, to) {
  let old = from.firstChild;
  for (const fresh of [...to.childNodes]) {
    const key = keyOf(fresh);
    let match = old;
    if (key) match = [...from.children].find((child) => keyOf(child) === key) || null;
    else while (match && (!alike(match, fresh) || keyOf(match))) match = match.nextSibling;
    if (match && alike(match, fresh)) {
      if (match !== old) from.insertBefore(match, old);
      morph(match, fresh);
      old = match.nextSibling;
    } else {
      from.insertBefore(fresh, old);
    }
  }
  while (old) { const next = old.nextSibling; old.remove(); old = next; }
}

function put(name, html) {
  const section = $("s-" + name);
  if (!section) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  morphChildren(section, fresh.content);
  for (const hand of section.querySelectorAll(".hand:not(:has(.choosing))")) delete hand.dataset.unveiled;
  if (name === "own" || name === "seats") markMine();
}

// ---- whose phone this is

let mustBefore = "[]";
function markMine() {
  const mine = $("mine");
  if (!mine) return;
  const seats = JSON.parse(mine.dataset.seats);
  for (const row of document.querySelectorAll("[data-seat].seat")) row.classList.toggle("mine", seats.includes(row.dataset.seat));
  if (mine.dataset.must !== mustBefore && mine.dataset.must !== "[]" && kept.get("buzz") && navigator.vibrate) navigator.vibrate(120);
  mustBefore = mine.dataset.must;
}

function speak() {
  const line = document.querySelector("[data-speak]");
  if (!line || !kept.get("sound") || !window.speechSynthesis) return;
  const cards = [...document.querySelectorAll(".card-up")].map((card) => card.querySelector(".who").textContent + " " + card.querySelector(".bid").textContent);
  const text = [...cards, line.textContent].join(". ");
  if (text === speak.last) return;
  const first = speak.last === undefined;
  speak.last = text;
  if (first) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

// ---- the live stream

const live = $("live");
const page = Math.random().toString(36).slice(2); // so that a stream of ours that died unnoticed is let go
let source = null, heardAt = Date.now(), number = live ? Number(live.dataset.number) : 0, retry = 0, asking = 0;

function take(data, whole) {
  heard();
  if (!whole && data.number < number) return;
  number = data.number;
  live.dataset.number = number;
  for (const [name, html] of Object.entries(data.sections)) put(name, html);
  speak();
}

function heard() {
  heardAt = Date.now();
  $("lost").hidden = true;
}

function connect() {
  clearTimeout(retry);
  if (source) source.close();
  source = new EventSource(live.dataset.stream + "&page=" + page);
  source.addEventListener("full", (event) => { clearInterval(asking); asking = 0; take(JSON.parse(event.data), true); });
  source.addEventListener("change", (event) => take(JSON.parse(event.data), false));
  source.addEventListener("beat", heard);
  source.onerror = () => {
    if (Date.now() - heardAt > 1500) showLost();
    if (source.readyState === EventSource.CLOSED) { askInstead(); retry = setTimeout(connect, 5000); }
  };
}

// no stream is free: ask every few seconds
function askInstead() {
  if (asking) return;
  asking = setInterval(async () => {
    try {
      const answer = await fetch(live.dataset.sections);
      if (answer.ok) take(await answer.json(), true);
    } catch { /* the age says it */ }
  }, 3000);
}

function showLost() {
  const seconds = Math.round((Date.now() - heardAt) / 1000);
  const age = seconds < 120 ? words.seconds.replace("{count}", seconds) : words.minutes.replace("{count}", Math.floor(seconds / 60));
  $("lost").textContent = words.lost + " · " + words.age.replace("{age}", age);
  $("lost").hidden = false;
}

if (live) {
  connect();
  markMine();
  speak();
  setInterval(() => { if (Date.now() - heardAt > 9000) showLost(); }, 1000);
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    if (Date.now() - heardAt > 6000 || !source || source.readyState === EventSource.CLOSED) connect();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => connect());
}

// ---- asking the companion

function toast(text) {
  if (!text) return;
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").hidden = true; }, 2500 + 60 * text.length);
}

async function post(request) {
  const answer = await fetch("/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

function dialog(text, wantsPin) {
  const box = $("ask");
  $("ask-text").textContent = text;
  for (const part of box.querySelectorAll(".pin")) part.hidden = !wantsPin;
  $("ask-pin").value = "";
  box.returnValue = "no";
  box.showModal();
  if (wantsPin) $("ask-pin").focus();
  return new Promise((settle) => box.addEventListener("close", () => settle(box.returnValue === "yes" ? $("ask-pin").value || true : null), { once: true }));
}

async function request(asked) {
  let done;
  try { done = await post(asked); } catch { toast(words.failed); return { ok: false, text: words.failed }; }
  if (done.own !== undefined) put("own", done.own);
  if (!done.ok && done.ask === "pin") {
    const pin = await dialog(done.text, true);
    if (pin === null) return done;
    const right = await request({ do: "pin", pin: String(pin) });
    return right.ok ? request(asked) : right;
  }
  if (!done.ok && done.ask === "confirm") return (await dialog(done.text, false)) ? request({ ...asked, confirm: true }) : done;
  toast(done.text);
  return done;
}

$("ask-show")?.addEventListener("click", () => post({ do: "show_pin" }).catch(() => toast(words.failed)));

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.request) {
    if (button.dataset.sure && !(await dialog(button.dataset.sure, false))) return;
    button.disabled = true;
    const done = await request(JSON.parse(button.dataset.request));
    button.disabled = false;
    if (done.ok && button.closest("#sheet")) $("sheet").close();
    if (done.ok && button.dataset.then) location.href = button.dataset.then;
  } else if (button.dataset.sheet) {
    const answer = await fetch(button.dataset.sheet);
    if (!answer.ok) { toast(words.failed); return; }
    $("sheet-body").innerHTML = await answer.text();
    $("sheet").showModal();
  } else if ("unveil" in button.dataset) {
    button.closest(".hand").dataset.unveiled = "";
  } else if ("pin" in button.dataset) {
    const pin = await dialog(button.textContent, true);
    if (pin !== null) request({ do: "pin", pin: String(pin) });
  } else {
    fill(button);
  }
});

document.addEventListener("error", (event) => { if (event.target.matches?.(".photo")) event.target.classList.add("gone"); }, true);

for (const image of document.querySelectorAll(".photo")) if (image.complete && !image.naturalWidth) image.classList.add("gone");

// ---- entering an event by hand

function fill(button) {
  const field = button.closest(".field");
  if (!field) return;
  const form = button.closest("details");
  if (form) form.dataset.touched = "";
  if (field.dataset.kind === "cells") fillCell(button, field);
  else if (field.dataset.kind === "many" && button.dataset.label) button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  else if (field.dataset.kind === "list" && button.dataset.label) {
    const picked = field.querySelector(".picked");
    if (!picked.querySelector("button")) picked.textContent = "";
    const one = document.createElement("button");
    one.type = "button";
    one.dataset.picked = button.dataset.label;
    one.textContent = button.dataset.words + " ✕";
    picked.append(one);
  } else if (button.dataset.picked) {
    const picked = button.closest(".picked");
    button.remove();
    if (!picked.querySelector("button")) picked.textContent = picked.dataset.none;
  }
}

function fillCell(button, field) {
  const cells = [...field.querySelectorAll(".cell")];
  const palette = field.querySelector(".palette");
  if (button.matches(".cell")) {
    for (const cell of cells) cell.classList.toggle("here", cell === button);
    palette.hidden = false;
  } else if (button.dataset.label) {
    const here = cells.find((cell) => cell.matches(".here"));
    if (!here) return;
    here.dataset.label = button.dataset.label;
    const kind = button.closest(".kind-row").querySelector(".tile").cloneNode(true);
    if (/\d$/.test(button.dataset.label)) kind.append(Object.assign(document.createElement("b"), { textContent: button.textContent }));
    here.replaceChildren(kind);
    here.setAttribute("aria-label", button.getAttribute("aria-label"));
    const next = cells.find((cell) => !cell.dataset.label);
    for (const cell of cells) cell.classList.toggle("here", cell === next);
    palette.hidden = !next;
    if (next) next.focus({ preventScroll: true });
  }
}

function valueOf(field) {
  const { kind } = field.dataset;
  if (kind === "cells") return [...field.querySelectorAll(".cell")].map((cell) => cell.dataset.label || null);
  if (kind === "many") return [...field.querySelectorAll("[aria-pressed=true]")].map((option) => option.dataset.label);
  if (kind === "list") return [...field.querySelectorAll("[data-picked]")].map((one) => one.dataset.picked);
  const { value } = field.querySelector("select, input");
  return kind === "number" && value !== "" ? Number(value) : value;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id === "new-game") { event.preventDefault(); begin(form); return; }
  if (!form.dataset.enter) return;
  event.preventDefault();
  const event_ = { do: form.dataset.enter };
  if (form.dataset.seat) event_.seat = form.dataset.seat;
  for (const field of form.querySelectorAll(".field")) {
    const value = valueOf(field);
    if (Array.isArray(value) && value.includes(null)) { field.querySelector(".cell:not([data-label])").click(); return; }
    if (value !== "") event_[field.dataset.field] = value;
  }
  const done = await request(event_.do === "cells" ? { do: "cells", seat: event_.seat, labels: event_.labels } : { do: "enter", event: event_ });
  if (done.ok) { const part = form.closest("details"); if (part) { delete part.dataset.touched; part.open = false; } }
});
document.addEventListener("change", (event) => { const part = event.target.closest("details.form"); if (part) part.dataset.touched = ""; });

// ---- a new game

const rows = () => [...document.querySelectorAll(".player")];
function showPlayers() {
  const shown = rows().filter((row) => !row.hidden);
  const most = Number(document.querySelector("[name=game]:checked").dataset.most);
  $("one-more").hidden = shown.length >= most;
  const least = Number(document.querySelector("[name=game]:checked").dataset.least);
  for (const row of rows()) row.querySelector("[data-move=out]").disabled = shown.length <= least;
  for (const part of document.querySelectorAll("[data-options]")) part.hidden = part.dataset.options !== document.querySelector("[name=game]:checked").value;
}

async function begin(form) {
  const game = form.elements.game.value;
  const options = {};
  for (const input of form.querySelectorAll(`[data-options="${game}"] [data-option]`)) {
    if (input.type === "checkbox") { if (input.checked !== input.defaultChecked) options[input.dataset.option] = input.checked; } else if (input.value) options[input.dataset.option] = input.value;
  }
  const players = rows().filter((row) => !row.hidden).map((row) => row.querySelector("input").value.trim());
  const done = await request({ do: "new_game", game, players, options });
  if (done.ok) location.href = "/"; else { $("new-error").textContent = done.text; $("toast").hidden = true; }
}

if ($("new-game")) {
  showPlayers();
  $("new-game").addEventListener("change", showPlayers);
  $("one-more").addEventListener("click", () => { const row = rows().find((one) => one.hidden); if (row) { row.hidden = false; row.querySelector("input").focus(); } showPlayers(); });
  $("players").addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const inputs = rows().filter((row) => !row.hidden).map((row) => row.querySelector("input"));
    const place = inputs.indexOf(button.closest(".player").querySelector("input"));
    if (button.dataset.move === "out") {
      for (let next = place; next < inputs.length - 1; next += 1) inputs[next].value = inputs[next + 1].value;
      inputs.at(-1).value = "";
      inputs.at(-1).closest(".player").hidden = true;
    } else {
      const other = place - 1;
      if (inputs[other]) [inputs[place].value, inputs[other].value] = [inputs[other].value, inputs[place].value];
    }
    showPlayers();
  });
}

// ---- a past game: step by step with the arrow keys, and its chart as a picture

addEventListener("keydown", (event) => { if (event.key.startsWith("Arrow") && !event.target.matches("input, select, .scroll")) document.querySelector(`[data-step=${event.key}]`)?.click(); });

document.querySelector("[data-picture]")?.addEventListener("click", async (event) => {
  const chart = $("chart"), scale = 3, { width, height } = chart.viewBox.baseVal;
  const rows = [...document.querySelectorAll(".seats .seat")].map((row) => [row.querySelector(".rank").textContent.trim() || "1.", row.querySelector("strong").textContent, row.querySelector(".score").textContent]);
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: (height + 40 + 26 * rows.length) * scale });
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(document.body);
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.color;
  pen.font = "700 18px system-ui, sans-serif";
  pen.fillText(document.querySelector("h1").textContent, 12, 26, width - 24);
  rows.forEach(([rank, name, score], place) => {
    const y = 54 + 26 * place;
    pen.font = "600 15px system-ui, sans-serif";
    pen.fillText(rank, 12, y);
    pen.fillText(name, 40, y, width - 110);
    pen.textAlign = "right";
    pen.fillText(score, width - 12, y);
    pen.textAlign = "left";
  });
  const top = 40 + 26 * rows.length;
  const copy = chart.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  const drawn = [...chart.querySelectorAll("*")], copied = [...copy.querySelectorAll("*")];
  drawn.forEach((part, place) => { const look = getComputedStyle(part); for (const name of ["fill", "stroke", "stroke-width", "font-size", "text-anchor"]) copied[place].style.setProperty(name, look.getPropertyValue(name)); });
  const sprite = new DOMParser().parseFromString(await (await fetch(chart.querySelector("use").getAttribute("href").split("#")[0])).text(), "image/svg+xml");
  for (const use of copy.querySelectorAll("use")) { const mark = sprite.getElementById(use.getAttribute("href").split("#")[1]); use.replaceWith(...[...mark.children].map((part) => document.importNode(part, true))); }
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  pen.drawImage(image, 0, top, width, height);
  const link = Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: event.target.dataset.picture + ".png" });
  link.click();
});

// ---- what this device likes

for (const name of ["sound", "buzz"]) {
  const box = $(name);
  if (!box) continue;
  box.checked = Boolean(kept.get(name));
  box.addEventListener("change", () => kept.set(name, box.checked ? "1" : ""));
}

// ---- the bench of the simulated table

if ($("bench")) {
  const press = (pod, key, pressed) => fetch("/bench/key", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pod, key, pressed }) }).catch(() => toast(words.failed));
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
