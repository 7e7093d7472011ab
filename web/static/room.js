// The room's script: a wall is drawn from digests and turns its pages by itself; the director's desk asks and follows.
"use strict";
const words = JSON.parse(document.body.dataset.words);
const $ = (id) => document.getElementById(id);
const TURN_MS = 12000, SILENT_MS = 10000, ANSWERED_MS = 8000;

// A connection that died unnoticed, as when a phone changes networks, never fails by itself.
const inTime = () => ({ signal: AbortSignal.timeout?.(ANSWERED_MS) });

function toast(text) {
  $("toast").textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").textContent = ""; }, 6000);
}

function made(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

// ---- a wall

const room = $("room"), tables = new Map(), tiles = new Map();
let page = 0, heardAt = Date.now(), source = null, calledAt = 0;
const order = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

function drawn(table) {
  const tile = made("li", "one-table " + table.presence + (table.over ? " over" : ""));
  const head = made("h2", "", table.name);
  head.append(made("span", "small", table.title || words.free));
  tile.append(head);
  const state = [table.presence === "there" ? "" : words[table.presence], table.paired ? "" : words.unpaired].filter(Boolean).join(" · ");
  if (state) tile.append(made("p", "small", state));
  if (table.line) tile.append(made("p", "doing", table.line));
  if (!(table.seats || []).length) return tile;
  const list = made("ol");
  for (const [name, colour, lamp, score] of [...table.seats].sort((a, b) => (a[4] ?? 99) - (b[4] ?? 99))) {
    const row = made("li"), dot = made("span", "dot");
    dot.style.background = colour;
    row.append(dot, made("span", "person", name));
    if (table.winners.includes(name)) row.append(made("span", "small", words.wins));
    else if (lamp === "locked") row.append(made("span", "small", "✓"));
    if (score !== null) row.append(made("span", "points", score < 0 ? "−" + -score : String(score)));
    list.append(row);
  }
  tile.append(list);
  return tile;
}

function take(data, whole) {
  heard();
  if (whole) { for (const id of [...tables.keys()]) if (!(id in data.tables)) forget(id); }
  let anew = whole;
  for (const [id, table] of Object.entries(data.tables || {})) {
    if (table === null) { forget(id); anew = true; continue; }
    anew = anew || tables.get(id)?.name !== table.name || tables.get(id).paired !== table.paired;
    tables.set(id, table);
    const fresh = drawn(table), old = tiles.get(id);
    tiles.set(id, fresh);
    if (old?.isConnected) { fresh.hidden = old.hidden; old.replaceWith(fresh); } else anew = true;
  }
  if (anew) {
    // whoever is not paired comes last: strangers push nobody off the first pages
    const sorted = [...tables].sort((a, b) => b[1].paired - a[1].paired || order.compare(a[1].name, b[1].name) || (a[0] < b[0] ? -1 : 1));
    $("tables").replaceChildren(...sorted.map(([id]) => tiles.get(id)));
    show();
  }
  $("nobody").hidden = tables.size > 0;
  if ("timer" in data) timed(data.timer);
  if ("tournament" in data) programme(data.tournament);
  if (data.ranking) rank(data.ranking, data.hidden);
  else if ("hidden" in data) $("hidden").hidden = !data.hidden;
}

function forget(id) { tiles.get(id)?.remove(); tiles.delete(id); tables.delete(id); }

function rank(places, hidden) {
  $("standing").hidden = !hidden && !places.length;
  $("hidden").hidden = !hidden;
  $("ranking").replaceChildren(...places.map(([place, name, games, wins, points]) => {
    const row = made("tr"), who = made("th", "", name);
    who.scope = "row";
    row.append(made("td", "", place), who, made("td", "", games), made("td", "", wins), made("td", "", points));
    return row;
  }));
  show();
}

function programme(now) {
  $("tournament").hidden = !now;
  $("programme").hidden = !now && $("timer").hidden;
  $("standing").classList.toggle("second", Boolean(now));
  if (!now) { show(); return; }
  $("tournament-name").textContent = now.name;
  $("round").textContent = now.round ? words.round.replace("{round}", now.round).replace("{rounds}", now.rounds) : "";
  $("pairings").replaceChildren(...now.pairings.map(([table, names, done]) => {
    const row = made("li");
    row.append(made("strong", "", (/^\d+$/.test(table) ? words.table.replace("{table}", table) : table) + (done ? " ✓" : "")), document.createElement("br"), names.join(", "));
    return row;
  }));
  $("byes").hidden = !now.byes.length;
  $("byes").textContent = words.bye.replace("{names}", now.byes.join(", "));
  $("placed").replaceChildren(...now.places.map(([place, name, points]) => {
    const row = made("tr"), who = made("th", "", name);
    who.scope = "row";
    row.append(made("td", "", place), who, made("td", "", points));
    return row;
  }));
  show();
}

// ---- the timer: the room's clock is what counts

let timer = null;
const ahead = Number(document.body.dataset.clock) - Date.now();
function timed(now) {
  timer = now;
  $("timer").hidden = !timer;
  $("programme").hidden = !timer && $("tournament").hidden;
  tick();
}
function tick() {
  if (room && timer) $("timer").textContent = counted(timer.left_s, timer.ends_s);
  for (const one of document.querySelectorAll("[data-left]")) one.textContent = counted(Number(one.dataset.left), Number(one.dataset.ends) || null);
}
function counted(left_s, ends_s) {
  const left = Math.max(0, ends_s === null ? left_s : ends_s - (Date.now() + ahead) / 1000);
  return Math.floor(left / 60) + ":" + String(Math.floor(left % 60)).padStart(2, "0") + (ends_s === null ? " · " + words.paused : "");
}
tick();
setInterval(tick, 500);

// On a large screen that nobody scrolls: as many tables, and places, as fit; the next ones after a while.
function show() {
  const large = matchMedia("(min-width: 60rem)").matches;
  const pages = turned([...$("tables").children], large);
  turned([...$("ranking").children], large);
  if (!$("tournament").hidden) { // its tables and its standings take turns
    const both = !large || !$("placed").children.length, tables = both || page % 2 === 0;
    $("pairings").hidden = !tables;
    $("places").hidden = !$("placed").children.length || !(both || !tables);
    if (tables) turned([...$("pairings").children], large, page >> 1);
    if (!$("places").hidden) turned([...$("placed").children], large, page >> 1);
  }
  $("paging").hidden = pages < 2;
  $("paging").textContent = words.page.replace("{page}", page % pages + 1).replace("{pages}", pages);
}

function turned(all, large, now = page) {
  for (const one of all) one.hidden = false;
  if (!large || !all.length) return 1;
  const room = innerHeight - 88 - (all[0].getBoundingClientRect().top + scrollY);
  const tops = [...new Set(all.map((one) => one.offsetTop))]; // of the rows
  const of = new Map(); // by its row's top: which page
  let pages = 1, first = tops[0];
  tops.forEach((top, row) => {
    const last = Math.max(...all.filter((one) => one.offsetTop === top).map((one) => one.offsetHeight));
    if (row && top + last - first > room) { pages += 1; first = top; }
    of.set(top, pages - 1);
  });
  const shown = all.map((one) => of.get(one.offsetTop) === now % pages);
  all.forEach((one, number) => { one.hidden = !shown[number]; });
  return pages;
}

function heard() { heardAt = Date.now(); $("lost").hidden = true; }

function listen() {
  const name = Math.random().toString(36).slice(2);
  calledAt = Date.now();
  source?.close();
  source = new EventSource(room.dataset.stream + "?page=" + name);
  source.addEventListener("full", (event) => take(JSON.parse(event.data), true));
  source.addEventListener("change", (event) => take(JSON.parse(event.data), false));
  source.addEventListener("beat", heard);
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(async () => {
      try { const answer = await fetch(room.dataset.digest, inTime()); if (answer.ok) take(await answer.json(), true); } catch { /* it is asked again */ }
      listen();
    }, 5000);
  };
}

if (room) {
  if (room.dataset.now) take(JSON.parse(room.dataset.now), true);
  listen();
  setInterval(() => { page += 1; show(); }, TURN_MS);
  setInterval(() => {
    if (Date.now() - heardAt <= SILENT_MS) return;
    $("lost").hidden = false;
    if (Date.now() - calledAt > SILENT_MS) listen(); // one that died unnoticed never fails by itself
  }, 1000);
  addEventListener("resize", show);
}

// ---- the director's desk

// Each press has an id of its own, and the same press soon after one that got no answer has that one's: it is done once.
const SAME_PRESS_MS = 60000;
let unanswered = null;
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function ask(asked) {
  const press = JSON.stringify(asked);
  const same = unanswered?.press === press && Date.now() - unanswered.at < SAME_PRESS_MS;
  const id = same ? unanswered.id : newId();
  unanswered = { press, id, at: Date.now() };
  try {
    const answer = await fetch("/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...asked, id }), ...inTime() });
    const done = await answer.json();
    unanswered = null;
    if (done.text) toast(done.text);
    return done;
  } catch { toast(words.failed); return { ok: false }; }
}

const forms = (part) => [...part.querySelectorAll("form")];
const asks = (form) => form.dataset.do || form.getAttribute("action");

// Where the focus is: at a key that asks something, yes or no, or in a part that opens.
const named = (asked) => JSON.stringify(Object.entries(JSON.parse(asked)).filter(([, value]) => typeof value !== "boolean"));
const keyOf = (one) => (one.dataset.ask ? named(one.dataset.ask) : one.form?.dataset.do || one.getAttribute("href") || "");
const spotOf = (one) => one?.closest("#desk") && { key: keyOf(one), part: one.closest("details")?.dataset.key };

function focusAt({ key, part }) {
  const desk = $("desk"), same = key && [...desk.querySelectorAll("button, a")].find((one) => keyOf(one) === key);
  desk.tabIndex = -1;
  (same || desk.querySelector(`details[data-key="${part}"] > summary`) || desk).focus({ preventScroll: true });
}

async function follow(byItself = false, spot = null) {
  const desk = $("desk");
  try {
    const seen = desk.querySelector("[data-seen]")?.dataset.seen;
    const answer = await fetch(desk.dataset.follow + (seen ? "&seen=" + seen : ""), inTime());
    if (!answer.ok) throw new Error(answer.statusText);
    if (answer.status === 204) { heard(); return; }
    const html = await answer.text();
    if (follow.shown !== html && !isBusy(desk, html)) {
      const open = new Map([...desk.querySelectorAll("details")].map((part) => [part.dataset.key, part.open]));
      const typed = new Map(forms(desk).filter((form) => "touched" in form.dataset).map((form) => [asks(form), new FormData(form)]));
      const at = spot || spotOf(document.activeElement);
      if (byItself && follow.shown) movedAt = Date.now(); // the first time it is as it was loaded
      desk.innerHTML = follow.shown = html;
      for (const part of desk.querySelectorAll("details")) part.open = open.get(part.dataset.key) ?? part.open;
      for (const form of forms(desk)) {
        for (const [name, value] of typed.get(asks(form)) ?? []) {
          const field = form.elements.namedItem(name);
          if (field) { field.value = value; form.dataset.touched = ""; }
        }
      }
      if (at) focusAt(at);
      tick();
    }
    heard();
  } catch { if (Date.now() - heardAt > SILENT_MS) $("lost").hidden = false; }
}

// Nothing is taken from under somebody's finger; but what the room asks no longer keeps nobody from seeing what is next.
function isBusy(desk, html) {
  if (desk.matches(":active")) return true;
  const at = document.activeElement;
  if (!desk.contains(at) || !at.matches("input, select, textarea")) return false;
  const fresh = made("template");
  fresh.innerHTML = html;
  return forms(fresh.content).some((form) => asks(form) === asks(at.form));
}

document.addEventListener("input", (event) => { const form = event.target.closest("#desk form"); if (form) form.dataset.touched = ""; });

// What others do moves what stands below it: a tap right after that was meant for what stood there before. A key is in no spot.
const TWICE_MS = 350;
let movedAt = 0;
document.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest("#desk button") || Math.abs(Date.now() - movedAt) >= TWICE_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// A field "places.p1" fills {"places": {"p1": …}}.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.do) return;
  event.preventDefault();
  const asked = JSON.parse(form.dataset.do);
  for (const input of form.querySelectorAll("[name]")) {
    const [name, part] = input.name.split(".");
    if (part === undefined) asked[name] = input.value;
    else (asked[name] ??= {})[part] = input.value;
  }
  const spot = spotOf(event.submitter || form);
  const done = await ask(asked);
  if (!done.ok) return;
  if (form.dataset.then) { location.href = form.dataset.then.replace("{value}", encodeURIComponent(done.value || "")); return; }
  form.reset();
  delete form.dataset.touched;
  document.activeElement?.blur();
  await follow(false, spot);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-ask]");
  if (!button) return;
  const asked = JSON.parse(button.dataset.ask);
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  if (button.dataset.name) {
    const name = prompt(button.dataset.name);
    if (name === null) return;
    asked.name = name;
  }
  const spot = spotOf(button);
  button.disabled = true;
  await ask(asked);
  button.disabled = false;
  await follow(false, [button, document.body].includes(document.activeElement) ? spot : null);
});

if ($("desk")) setInterval(() => { if (document.visibilityState === "visible") follow(true); }, Number($("desk").dataset.every || 2000));
