// The overlay of a broadcast: one table after the other, first those where something has just happened; nothing to tap.
"use strict";
const { stream, only, wins } = document.body.dataset;
const TURN_MS = 8000, SILENT_MS = 10000, TOLD = ["reveal", "score", "over"]; // steps that are worth being seen at once
const tables = new Map(), next = [];
let shown = "", turnedAt = 0, source = null, heardAt = 0;
const order = new Intl.Collator(document.documentElement.lang, { numeric: true });

function made(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// Nobody vouches for a table that is not paired: what it says is broadcast by no means.
function isOnAir(table) { return Boolean(table?.paired && table.seats?.length); }

function draw() {
  const table = tables.get(shown), box = document.getElementById("overlay");
  if (!isOnAir(table)) { box.replaceChildren(); return; }
  const card = made("section", "on-air"), head = made("h1", "", table.name), list = made("ol");
  head.append(made("span", "small", table.title));
  for (const [name, colour, lamp, score] of [...table.seats].sort((a, b) => (a[4] ?? 99) - (b[4] ?? 99))) {
    const row = made("li", lamp === "take" || lamp === "awaited" ? "turn" : ""), dot = made("span", "dot");
    dot.style.background = colour;
    row.append(dot, made("span", "person", name));
    if (table.winners.includes(name)) row.append(made("span", "small", wins));
    if (Object.hasOwn(table.cards, name)) row.append(made("span", "face-up", table.cards[name]));
    if (score !== null) row.append(made("span", "points", score < 0 ? "−" + -score : score));
    list.append(row);
  }
  card.append(head, made("p", "doing", table.line), list);
  box.replaceChildren(card);
}

const playing = () => [...tables].filter(([, one]) => one.presence === "there" && isOnAir(one))
  .sort((a, b) => order.compare(a[1].name, b[1].name) || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);

function turn() {
  const all = playing();
  const urgent = next.splice(0).find((id) => all.includes(id));
  shown = only || urgent || all[(all.indexOf(shown) + 1) % all.length] || "";
  turnedAt = Date.now();
  draw();
}

function take(event) {
  heardAt = Date.now();
  const data = JSON.parse(event.data);
  if (event.type === "full") tables.clear();
  for (const [id, table] of Object.entries(data.tables || {})) {
    if (table && event.type !== "full" && TOLD.includes(table.step) && tables.get(id)?.step !== table.step) next.unshift(id);
    if (table) tables.set(id, table); else tables.delete(id);
  }
  if (!tables.has(shown)) turn(); else if (shown in (data.tables || {})) draw();
}

function listen() {
  heardAt = Date.now();
  source?.close();
  source = new EventSource(stream + "?page=" + Math.random().toString(36).slice(2));
  source.addEventListener("full", take);
  source.addEventListener("change", take);
  source.addEventListener("beat", () => { heardAt = Date.now(); });
}

listen();
setInterval(() => {
  if (Date.now() - turnedAt >= TURN_MS) turn();
  if (Date.now() - heardAt > SILENT_MS) listen(); // one that died unnoticed, or was refused, never calls again by itself
}, 500);
