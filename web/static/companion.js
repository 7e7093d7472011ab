// The page's little script: it keeps the sections live, sends what is tapped, and says when the table is not heard.
"use strict";
const words = JSON.parse(document.body.dataset.words);
const $ = (id) => document.getElementById(id);
const lasting = new Map(); // what a private window does not keep lasts as long as the page
const kept = {
  get(name) { try { return localStorage.getItem(name) ?? lasting.get(name) ?? null; } catch { return lasting.get(name) ?? null; } },
  set(name, value) { lasting.set(name, value); try { localStorage.setItem(name, value); } catch { /* it lasts as long as the page */ } },
};

// ---- putting new HTML in place of old: what stays the same stays the same element, so focus and open parts are kept

const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key || node.id || "" : "");
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

const isMissing = (image) => image.complete && !image.naturalWidth;

function morph(from, to) {
  if (from.nodeType !== 1) { if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue; return; }
  if (to.matches("details[open][data-next]") && !from.hasAttribute("data-next")) from.open = true; // it comes next from now on
  if (from.matches("details[data-lead]:not([data-touched])") && !to.hasAttribute("data-lead")) from.open = false; // and this no longer
  if (from.dataset.request !== to.dataset.request && (from.isAsking || !from.disabled)) from.otherSince = Date.now(); // at rest it can't be meant
  for (const { name, value } of [...to.attributes]) if (name !== "open" && from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !["open", "tabindex", "data-touched", "data-unveiled"].includes(name)) from.removeAttribute(name);
  if (from.matches("img") && isMissing(from)) from.classList.add("gone");
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

const newest = {};
const putNewest = (section) => { const name = section?.id.slice(2); if (name in newest) put(name, newest[name]); };
function putIn(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  morphChildren(part, fresh.content);
}

function put(name, html) {
  newest[name] = html;
  const section = $("s-" + name);
  if (!section) return;
  const focused = document.activeElement || document.body, around = [focused.closest(".card"), section];
  putIn(section, html);
  if (!focused.isConnected) focusOn(...around);
  for (const hand of section.querySelectorAll(".hand")) if (!hand.querySelector(".choosing")) delete hand.dataset.unveiled; // :has() ends the script of a browser that knows none
  if (name === "own" || name === "seats" || name === "enter") markMine();
  if (name === "looks") markWide();
  if (name === "moment") playMoment();
  if (name === "wall") turnWall(0);
  if (name === "looks" || name === "chapters") fetchLooks(false);
}

// a photo that goes on beyond its frame says so
function markWide() {
  for (const pan of document.querySelectorAll(".pan")) pan.classList.toggle("wider", pan.scrollWidth > pan.clientWidth + 4 && pan.scrollLeft + pan.clientWidth < pan.scrollWidth - 4);
}
addEventListener("resize", markWide);
addEventListener("load", markWide);
document.addEventListener("scroll", markWide, true);
document.addEventListener("toggle", markWide, true);

// ---- whose phone this is

let mustBefore = "[]";
function markMine() {
  const mine = $("mine");
  if (!mine) return;
  const seats = JSON.parse(mine.dataset.seats);
  for (const form of document.querySelectorAll("#s-enter [data-of-seat]")) form.hidden = seats.includes(form.dataset.ofSeat); // it stands in the seat's own card
  for (const row of document.querySelectorAll("[data-seat].seat")) row.classList.toggle("mine", seats.includes(row.dataset.seat));
  if (seats.length) offerSpeech();
  if (mine.dataset.must !== mustBefore && mine.dataset.must !== "[]" && kept.get("buzz") && navigator.vibrate) navigator.vibrate(120);
  mustBefore = mine.dataset.must;
}

// ---- a wall shows one card after the other

const WALL_CARD_MS = 12000;
let wallCard = 0;
function turnWall(by) {
  const cards = [...document.querySelectorAll(".wall-card")];
  wallCard = cards.length ? (wallCard + by) % cards.length : 0;
  cards.forEach((card, place) => card.classList.toggle("on", place === wallCard));
}
if ($("s-wall")) { turnWall(0); setInterval(turnWall, WALL_CARD_MS, 1); }

// ---- what a screen reader is told

// What is new at the table comes into one place that is always there: of a part that comes with its text nothing is told.
let scored = "", saidBefore = null;
const textOf = (part) => part.textContent.trim().replace(/\s+/g, " ");
const cardsUp = () => [...document.querySelectorAll(".card-up")].map((card) => textOf(card.querySelector(".who")) + " " + textOf(card.querySelector(".bid")));
function say() {
  const all = [scored, ...cardsUp(), ...[...document.querySelectorAll("[data-speak], [data-said]")].map(textOf)];
  const fresh = all.filter((text) => text && saidBefore && !saidBefore.includes(text));
  saidBefore = all;
  if (fresh.length) $("said").replaceChildren(...fresh.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

// ---- what was just scored: a show of a few seconds, once, which a tap ends on this screen alone

const MOMENT_MS = 6000, COUNT_MS = 1800;
const momentOf = () => $("s-moment")?.querySelector("[data-moment]")?.dataset.moment || "";
let seenMoment = kept.get("moment") || ""; // game and line of the last one: a phone that was away is shown the newest, once

// Whether a moment was not shown here yet: it is of the game that this device knows, and later than the last.
function isNews(now) {
  const [game, line] = now.split("/"), [known, last] = seenMoment.split("/");
  return game === known && Number(line) > Number(last);
}

function playMoment() {
  const section = $("s-moment"), now = momentOf();
  if (!section || !now) return;
  chooseGains(section); // each time it is drawn
  const news = isNews(now);
  if (now === seenMoment || (news && document.hidden)) return; // where nobody looks it waits
  seenMoment = now; // an earlier one, too: what was taken back may be scored anew
  kept.set("moment", now);
  section.classList.toggle("playing", news);
  if (!news) return;
  document.dispatchEvent(new CustomEvent("moment"));
  const gains = [...section.querySelectorAll(".gain:not([hidden])")].map((gain) => textOf(gain.querySelector("h2 > span")) + " " + textOf(gain.querySelector(".gain-sum")));
  scored = [textOf(section.querySelector(".eyebrow").firstChild), ...gains].join(". ");
  countUp(section);
  clearTimeout(playMoment.timer);
  playMoment.timer = setTimeout(endMoment, MOMENT_MS, false);
}

// A wall shows everybody's gain, a phone its own, or the best where it has none.
function chooseGains(section) {
  const mine = JSON.parse($("mine")?.dataset.seats || "[]");
  const gains = [...section.querySelectorAll(".gain")];
  const own = gains.filter((gain) => mine.includes(gain.dataset.gain));
  const all = document.body.classList.contains("wall");
  for (const gain of gains) gain.hidden = !all && !(own.length ? own.includes(gain) : gain === gains[0]);
}

function endMoment(tapped) {
  clearTimeout(playMoment.timer);
  const before = places(), section = $("s-moment"), hadFocus = section?.contains(document.activeElement);
  section?.classList.remove("playing");
  noteMoved(before, Boolean(tapped));
  if (hadFocus) focusOn();
}

function countUp(section) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const began = performance.now();
  const numbers = [...section.querySelectorAll("[data-count]")].map((part) => [part, Number(part.dataset.count), part.textContent]);
  const step = (at) => {
    const share = Math.min(1, Math.max(0, (at - began) / COUNT_MS));
    for (const [part, goal, text] of numbers) part.textContent = share === 1 ? text : (goal < 0 ? "−" : "+") + Math.abs(Math.round(goal * share));
    if (share < 1 && section.classList.contains("playing")) requestAnimationFrame(step);
    else for (const [part, , text] of numbers) part.textContent = text;
  };
  requestAnimationFrame(step);
}

$("s-moment")?.addEventListener("click", endMoment);
document.addEventListener("visibilitychange", () => { const before = places(); playMoment(); noteMoved(before, false); say(); });
playMoment();

// Speaking is offered once, at the first seat that this phone takes; it can be chosen otherwise under "More".
function offerSpeech() {
  const offer = $("offer-speech");
  if (!offer || kept.get("speech-offered") || kept.get("sound") || !window.speechSynthesis) return;
  offer.hidden = false;
}

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-speech]");
  if (!chosen) return;
  kept.set("speech-offered", "1");
  kept.set("sound", chosen.dataset.speech);
  $("offer-speech").hidden = true;
  focusOn();
  speak.last = "";
  speak();
});

function speak() {
  const lines = [...document.querySelectorAll("[data-speak]")];
  if (!lines.length || !kept.get("sound") || !window.speechSynthesis) return;
  const text = [...cardsUp(), ...lines.map((line) => line.textContent)].join(". ");
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
const SILENT_MS = 9000, ANSWERED_MS = 8000, SLOW_MS = 60000; // a beat comes every 4 s; a photo takes a while
let source = null, heardAt = Date.now(), calledAt = 0, number = live ? Number(live.dataset.number) : 0, retry = 0, asking = 0;

function take(data, whole) {
  heard();
  timed(data.timer);
  if (whole) newFiles = (data.files || []).filter((file) => !document.querySelector(`[src="${file}"], [href="${file}"]`)).join(" ");
  renew();
  if (!whole && data.number < number) return;
  number = data.number;
  live.dataset.number = number;
  const before = places();
  for (const [name, html] of Object.entries(data.sections)) put(name, html);
  noteMoved(before);
  say();
  speak();
}

// A page that was loaded before an upgrade is loaded anew, once nothing in it is half filled in: what comes by now is made
// for other files than it has. Once for the same files, or one that can't have them would be loaded for ever.
let newFiles = "";
function renew() {
  if (!newFiles || document.querySelector("dialog[open], #live .form[data-touched]")) return;
  try {
    if (sessionStorage.getItem("renewed") === newFiles) return;
    sessionStorage.setItem("renewed", newFiles);
  } catch { return; /* a private window that keeps nothing goes on as it is */ }
  location.reload();
}

function heard() {
  heardAt = Date.now();
  $("lost").hidden = true;
}

// the room's timer, where there is one: it counts down by itself between what is told of it
let timer = null;
function timed(now) {
  timer = now && { ...now, told: Date.now() };
  tick();
}
function tick() {
  $("timer").hidden = !timer;
  if (!timer) return;
  const left = Math.max(0, Math.floor(timer.left_s - (timer.runs ? (Date.now() - timer.told) / 1000 : 0)));
  $("timer").textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0") + (timer.runs ? "" : " · " + words.paused);
  $("timer").classList.toggle("up", !left);
}

// How long ago something was; a clock that was set back meanwhile says at least that it is not now.
const msSince = (at) => Math.abs(Date.now() - at);

// A connection that died unnoticed, as when a phone changes networks, never fails by itself.
const inTime = (within = ANSWERED_MS) => ({ signal: AbortSignal.timeout?.(within) });

function connect() {
  calledAt = Date.now();
  clearTimeout(retry);
  if (source) source.close();
  source = new EventSource(live.dataset.stream + "&page=" + page);
  source.addEventListener("full", (event) => { clearInterval(asking); asking = 0; take(JSON.parse(event.data), true); });
  source.addEventListener("change", (event) => take(JSON.parse(event.data), false));
  source.addEventListener("beat", (event) => { heard(); timed(JSON.parse(event.data).timer); });
  source.onerror = () => {
    if (msSince(heardAt) > 1500) showLost();
    if (source.readyState === EventSource.CLOSED) { askInstead(); retry = setTimeout(connect, 5000); }
  };
}

// no stream is free: ask every few seconds
function askInstead() {
  if (asking) return;
  asking = setInterval(async () => {
    try {
      const answer = await fetch(live.dataset.sections, inTime());
      if (answer.ok) take(await answer.json(), true);
    } catch { /* the age says it */ }
  }, 3000);
}

function showLost() {
  const seconds = Math.round(msSince(heardAt) / 1000);
  const age = seconds < 120 ? words.seconds.replace("{count}", seconds) : words.minutes.replace("{count}", Math.floor(seconds / 60));
  $("lost-age").textContent = " · " + words.age.replace("{age}", age); // each second, so not read aloud
  $("lost").hidden = false;
}

if (live) {
  connect();
  markMine();
  say();
  speak();
  setInterval(() => {
    tick();
    if (msSince(heardAt) <= SILENT_MS) return;
    showLost();
    if (msSince(calledAt) > SILENT_MS) connect();
  }, 1000);
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    if (msSince(heardAt) > 6000 || !source || source.readyState === EventSource.CLOSED) connect();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => connect());
}

// ---- asking the companion

function toast(text) {
  if (!text) return;
  $("toast").textContent = text; // a reader tells what comes into a part that it knew, so this one is never hidden
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").textContent = ""; }, 2500 + 60 * text.length);
}

// Each press has an id of its own. What got no answer is sent again with the same id, and so is the same press meanwhile
// and after "try again": the companion does it once, however often it comes.
const PAUSES_MS = [300, 900, 2000], SAME_PRESS_MS = 60000;
const unanswered = new Map(); // by what was asked
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function post(request) {
  const asked = JSON.stringify(request);
  const before = unanswered.get(asked), same = before !== undefined && msSince(before.at) < SAME_PRESS_MS;
  const press = same ? before : { id: newId() };
  unanswered.set(asked, Object.assign(press, { at: Date.now() }));
  const done = await sent({ ...request, id: press.id }, same).catch((error) => ({ error, ask: "again" }));
  if (done.ask !== "again") unanswered.delete(asked);
  if (done.error) throw done.error;
  return done;
}

async function sent(request, same) {
  for (let turn = 0; ; turn += 1) {
    let refused = false;
    const body = JSON.stringify(same || turn ? { ...request, again: true } : request);
    try {
      const answer = await fetch("/do", { method: "POST", headers: { "Content-Type": "application/json" }, body, ...inTime() });
      refused = answer.status >= 400 && answer.status < 500;
      if (!answer.ok) throw new Error(answer.statusText);
      return await answer.json();
    } catch (error) {
      if (refused || turn >= PAUSES_MS.length) throw error;
      await new Promise((again) => setTimeout(again, PAUSES_MS[turn]));
    }
  }
}

function show(box) {
  box.showModal();
  box.shownAt = Date.now();
}

function dialog(text, wantsPin) {
  const box = $("ask");
  $("ask-text").textContent = text;
  for (const part of box.querySelectorAll(".pin")) part.hidden = !wantsPin;
  $("ask-pin").value = "";
  $("ask-pin").required = wantsPin; // an empty one is asked for once more, not sent
  box.returnValue = "no";
  show(box);
  if (wantsPin) $("ask-pin").focus();
  return new Promise((settle) => box.addEventListener("close", () => settle(box.returnValue === "yes" ? wantsPin ? $("ask-pin").value : true : null), { once: true }));
}

async function request(asked) {
  let done;
  try { done = await post(asked); } catch { toast(words.failed); return { ok: false, text: words.failed }; }
  if (done.own !== undefined && done.number >= number) put("own", done.own); // an answer that comes late tells of before
  if (!done.ok && done.ask === "pin") {
    const pin = await dialog(done.text, true);
    if (pin === null) return done;
    const right = await request({ do: "pin", pin });
    return right.ok ? request(asked) : right;
  }
  if (!done.ok && done.ask === "confirm") return (await dialog(done.text, false)) ? request({ ...asked, confirm: true }) : done;
  toast(done.text);
  if (done.ok && ["correct", "add"].includes(asked.do)) fetchLooks(true);
  if (done.ok && done.ask === "teach") $("sheet").close();
  if (done.ok && done.ask === "teach" && (await dialog(words.teach, false))) request({ do: "learn", line: asked.line, seat: asked.seat, cell: asked.cell, event: done.value });
  return done;
}

$("ask-show")?.addEventListener("click", async () => {
  const done = await post({ do: "show_pin" }).catch(() => ({ text: words.failed }));
  if (done.text) $("ask-text").textContent = done.text; // the toast lies below the dialog
});

$("ask-leave")?.addEventListener("click", () => $("ask").close()); // no key of the form's: the first one is what Enter presses

let wanted = ""; // what comes after the answer to a later tap would put another sheet under the finger
async function openSheet(address) {
  wanted = address;
  const answer = await fetch(address, inTime()).catch(() => null);
  const html = answer?.ok && (await answer.text());
  if (wanted !== address) return;
  wanted = "";
  if (!html) { toast(words.failed); return; }
  $("sheet-body").innerHTML = html;
  $("sheet-told").textContent = "";
  show($("sheet"));
}

// a tap on the photo beside what the camera found: something lies there that it missed
function tapped(photo, event) {
  const image = photo.querySelector(".photo:not(.gone)")?.getBoundingClientRect();
  if (!image) return;
  const part = (value) => Math.min(1, Math.max(0, value)).toFixed(4);
  openSheet(`${photo.dataset.add}&at=${part((event.clientX - image.left) / image.width)},${part((event.clientY - image.top) / image.height)}`);
}

// What is tapped is what stood there when the finger set out. A second tap in one spot was meant for the first alone: not for
// what that brought there, such as the next question or a sheet, even if it came late.
const TWICE_MS = 350, SPOT_PX = 30;
let tap = { at: 0, x: 0, y: 0, on: null, said: "" };
const isFresh = (at) => msSince(at || 0) < TWICE_MS;
const saidBy = (button) => button && (button.dataset.request || button.textContent);
function isSecondTap(event, button) {
  if (Math.hypot(event.clientX - tap.x, event.clientY - tap.y) >= SPOT_PX) return false;
  const isOther = tap.on !== button || tap.said !== saidBy(button) || button.closest(".question");
  const shownAt = button.closest("dialog")?.shownAt;
  return Boolean(isFresh(tap.at) && isOther) || (isFresh(shownAt) && tap.at <= shownAt);
}

// What others do moves what can be tapped, and puts a phone that knocks above it: a tap right after it was meant for what
// stood there before. What this phone's own answer moves is left to `isSecondTap`.
const places = () => new Map([...document.querySelectorAll(".question, .knocking, #live button")].map((part) => [part, part.getBoundingClientRect().top]));
function noteMoved(before, isOwn = Date.now() - tap.at < 1000) {
  const gone = [...before.keys()].filter((part) => part.matches(".question") && !part.isConnected);
  const others = gone.some((card) => !card.answeredHere);
  if (gone.length && !others) return;
  for (const [part, top] of places()) {
    const hasMoved = before.has(part) ? Math.abs(top - before.get(part)) > SPOT_PX : !part.matches("button") && (others || part.matches(".knocking"));
    if (hasMoved && !(isOwn && part.matches("button"))) part.movedAt = Date.now();
  }
}
const hasMoved = (button) => [button, button.closest(".question, .knocking")].some((part) => isFresh(part?.movedAt));

// A key is in no spot at all; but what a button asks for may have become something else under it, too.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button"), isKey = !event.detail;
  const isForBefore = button && (isFresh(button.otherSince) || (!isKey && (isSecondTap(event, button) || hasMoved(button))));
  if (!isKey) tap = { ...tap, at: Date.now(), x: event.clientX, y: event.clientY, ...(!isForBefore && { on: button, said: saidBy(button) }) };
  if (!isForBefore) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Where what had the focus is gone, rests or asks for something else by now, what stands around it gets the focus.
function focusOn(...places) {
  const place = [...places, $("main")].find((one) => one && one.isConnected && one.offsetParent);
  if (!place.matches("button")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  const photo = event.target.closest("[data-add]");
  if (!button && photo) tapped(photo, event);
  if (!button) return;
  if (button.dataset.request) {
    const question = button.closest(".question");
    if (button.dataset.sure && !(await dialog(button.dataset.sure, false))) return;
    const inSheet = Boolean(button.closest("#sheet")), asked = button.dataset.request;
    const focused = document.activeElement === button, around = [button.closest(".card"), button.closest("section")];
    button.disabled = button.isAsking = true;
    if (question) question.answeredHere = true;
    const done = await request(JSON.parse(asked));
    button.disabled = button.isAsking = false;
    if (focused && [button, document.body].includes(document.activeElement)) focusOn(button.dataset.request === asked && button, ...around);
    if (inSheet) $("sheet-told").textContent = done.ok ? "" : done.text; // the toast lies below the sheet
    if (done.ok && inSheet) $("sheet").close();
    if (done.ok && button.dataset.then) location.href = button.dataset.then;
  } else if (button.dataset.sheet) {
    openSheet(button.dataset.sheet);
  } else if ("unveil" in button.dataset) {
    for (const other of document.querySelectorAll(".hand[data-unveiled]")) delete other.dataset.unveiled; // only one looks
    button.closest(".hand").dataset.unveiled = "";
    focusOn(button.closest(".hand"));
  } else if ("pin" in button.dataset) {
    const pin = await dialog(button.textContent, true);
    if (pin !== null && (await request({ do: "pin", pin })).ok && button.dataset.then) location.href = button.dataset.then;
  }
});

// ---- a picture of the table, taken with this phone when one is asked for

document.addEventListener("change", async (event) => {
  const input = event.target, [file] = input.files || [];
  if (!input.dataset.photo || !file) return;
  if (file.size > Number(input.dataset.most)) {
    toast(words.large);
    input.value = "";
    return;
  }
  const label = input.closest("label");
  label.setAttribute("aria-busy", "true");
  input.disabled = true;
  try {
    const answer = await fetch(input.dataset.to || "/photo?for=" + encodeURIComponent(input.dataset.photo), { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: file, ...inTime(SLOW_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    const done = await answer.json();
    toast(done.text);
    if (done.html !== undefined) document.dispatchEvent(new CustomEvent("photo", { detail: done }));
  } catch { toast(words.failed); }
  label.removeAttribute("aria-busy");
  input.disabled = false;
  input.value = ""; // the same picture may be sent again
});

// ---- what the camera saw in an earlier turn is fetched when it is opened

async function fetchLook(details) {
  const answer = await fetch(details.dataset.later).catch(() => null);
  if (!answer || !answer.ok) return;
  const zones = details.querySelector(".zones");
  zones.innerHTML = await answer.text();
  zones.dataset.touched = "";
}

document.addEventListener("toggle", (event) => { if (event.target.open && event.target.dataset?.later) fetchLook(event.target); }, true);

function fetchLooks(all) {
  for (const details of document.querySelectorAll("details[data-later][open]")) if (all || !details.querySelector(".zone")) fetchLook(details);
}

document.addEventListener("error", (event) => { if (event.target.matches?.(".photo, .own")) event.target.classList.add("gone"); }, true);

for (const image of document.querySelectorAll(".photo, .own")) if (isMissing(image)) image.classList.add("gone");

// ---- what this device likes

for (const name of ["sound", "buzz"]) {
  const box = $(name);
  if (!box) continue;
  box.checked = Boolean(kept.get(name));
  box.addEventListener("change", () => kept.set(name, box.checked ? "1" : ""));
}
