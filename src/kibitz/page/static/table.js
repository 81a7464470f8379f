import { $, ask, capital, complain, el, listed, memory, picture, running, save, t, translate, treePicture } from "./common.js";
import { Board } from "./board.js";
import { keeping } from "./keeping.js";
import { MOVE, TRICK, offerPaces, paced, rest } from "./pace.js";
import { showThoughts } from "./thoughts.js";

translate();
offerPaces();
const id = location.pathname.split("/")[2];
const secret = location.hash.slice(1);
const at = `/api/tables/${encodeURIComponent(id)}`;
const SMALL = 6; // moves before the end from which a tree of all that can follow may be small enough to be drawn
const FOLLOWED = 12; // moves that are shown one by one; if more were missed, the last position is shown
const COLOURS = ["#2f5d8c", "#c8553d", "#3f8f5b", "#d9a441", "#7a5195", "#4fa3a5", "#8c6d46", "#9b9b9b"];

let frame = null; // what the server said last
let shown = -1; // the ply on the board
let following = true; // whether the board shows the newest position
let reading = false;
let busy = false;
let left = null; // when the clock runs out, by our clock
let looking = null; // the search whose values stay on the board
let changed = 0; // when the board was drawn last
let pending = 0; // news that wait until earlier ones were shown
const pictures = new Map(); // earlier positions by ply
const touch = matchMedia("(pointer: coarse)").matches;
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

const send = (path, body) => ask("POST", `${at}/${path}`, { body: body ?? {}, secret });
// What somebody is called, the same everywhere: you, a name, a colour, or the number of the seat.
const called = (number) => frame.seats[number].name || (frame.seats[number].person ? frame.sides[number] ?? t("table_seat", { seat: number }) : frame.seats[number].label);
const names = () => frame.seats.map((_, number) => (number === frame.seat ? t("table_you") : called(number)));

// A text of the library, which speaks of seats, with names.
const named = (text) => text.replace(/\bseat (\d+)\b/g, (whole, number) => names()[number] ?? whole);

const board = new Board($("board"), {
  choose: (move) => play(move),
  refuse: () => complain(frame.must || t("illegal_move")),
  confirm: (move, missing) => {
    $("confirm").hidden = false;
    $("confirm").disabled = !move;
    $("confirm").dataset.move = move ?? "";
    $("confirm").textContent = move ? t("table_pass", { cards: move.split(" ").slice(1).join(" ") }) : t("table_choose", { left: missing });
  },
});

async function attempt(work) {
  complain(null);
  try {
    return await work();
  } catch (error) {
    complain(error);
    return undefined;
  }
}

async function play(move) {
  if (busy || !frame || !following) return;
  busy = true;
  await attempt(() => send("moves", { ply: frame.ply, move }));
  busy = false;
}

// News from the server, one after the other.

let queue = Promise.resolve();
const news = (next) => {
  pending += 1;
  queue = queue.then(() => take(next)).catch(complain);
};

async function take(next) {
  const before = frame;
  frame = next;
  pending -= 1;
  if (before && next.ply < shown) pictures.clear();
  const missed = next.ply - shown;
  if (following && before && missed > 0 && missed <= FOLLOWED && pending <= FOLLOWED && paced()) {
    for (let ply = shown + 1; ply <= next.ply && following; ply++) await follow(ply === next.ply ? next : await position(ply), next.ply);
  }
  if (following) {
    const moved = next.ply !== shown;
    if (moved || !before || before.moves.join() !== next.moves.join() || before.svg !== next.svg) draw(next, next.moves, next.ply === shown + 1);
    if (moved && before) announce(next.ply);
  }
  around();
}

// One move: the others' moves one after the other, and a finished trick stays before it is cleared.
async function follow(place, newest) {
  const [seat] = frame.log[place.ply - 1] ?? [];
  if (seat !== frame.seat) await rest(changed + MOVE - Date.now());
  if (!following) return;
  if (place.trick?.svg) {
    board.show({ svg: place.trick.svg, moves: [], game: frame.title, animate: true, names: names() });
    $("board").dataset.trick = place.ply;
    announce(place.ply);
    $("status").textContent = taken(place.trick);
    await rest(TRICK);
    if (!following) return;
  }
  draw(place, place.ply === newest ? frame.moves : [], true);
  if (!place.trick?.svg) announce(place.ply);
}

const taken = ({ taker }) => t(taker === frame.seat ? "trick_yours" : "trick_taken", { name: capital(names()[taker]) });
const card = (text) => text[0].replace("T", "10") + SUITS[text[1]];

// The last trick stays in view, below the board.
function lastTrick(trick) {
  $("lasttrick").hidden = !trick;
  if (!trick) return;
  const plays = trick.plays.map(([seat, text]) => el("li", { class: seat === trick.taker ? "taker" : false }, el("b", { class: "HD".includes(text[1]) ? "red" : false, text: card(text) }), ` ${names()[seat]}`));
  $("lasttrick").replaceChildren(el("span", { text: t("trick_last") }), el("ul", {}, ...plays), el("span", { text: taken(trick) }));
}

async function position(ply) {
  if (!pictures.has(ply)) {
    if (pictures.size > 400) pictures.clear();
    pictures.set(ply, await ask("GET", `${at}/positions/${ply}`, { secret }));
  }
  return pictures.get(ply);
}

function draw(place, moves, animate) {
  shown = place.ply;
  $("board").dataset.ply = shown;
  $("confirm").hidden = true;
  changed = Date.now();
  complain(null);
  delete $("board").dataset.trick;
  board.show({ svg: place.svg, moves, game: frame.title, animate, names: names() });
  $("text").textContent = place.text ? named(place.text) : t("table_hidden_watch");
  lastTrick(place.trick);
  why(place);
  if (looking !== null) attempt(() => look(looking));
  if (!place.svg) $("board").replaceChildren(el("p", { class: "hint", text: t("table_hidden_watch") }));
}

// Why the last move was made: at tables without people, and for a person who wants to know what is thought.
let reason = "";
function why(place) {
  if (place) reason = place.why;
  $("why").hidden = !reason || !(frame.kibitz || frame.over || reading);
  $("reason").textContent = told(reason);
}

// The panel says what is believed about everybody, so the reason does not say it once more.
function told(text) {
  const stored = frame.seats.map((seat, number) => seat.name || `seat ${number}`);
  const about = (line) => stored.some((name) => line.startsWith(`${name} tends to `) || line.startsWith(`${name}: `));
  const lines = text.split("\n").filter((line) => !(reading && about(line)));
  const mine = frame.seat === null ? "" : frame.seats[frame.seat].name;
  return named(lines.join("\n")).replaceAll(mine ? `I expect ${mine} to` : "\0", mine ? `I expect ${t("table_you")} to` : "");
}

function announce(ply) {
  const [seat, move] = frame.log[ply - 1] ?? [];
  if (seat === undefined || seat < 0) return;
  $("note").textContent = t("table_announce", { name: capital(names()[seat]), move: move ?? t("table_secret") }) + (frame.remarks[ply - 1] ? ` (${frame.remarks[ply - 1]})` : "");
}

// Everything around the board.

function around() {
  const who = names();
  const mine = frame.seat !== null && frame.to_move === frame.seat && !frame.over;
  $("heading").textContent = frame.title;
  $("heading").title = frame.game;
  document.title = `${mine ? "● " : ""}${frame.title} · Kibitz`;
  $("status").textContent = standing(who, mine);
  $("status").classList.toggle("mine", mine);
  $("people").replaceChildren(...frame.seats.map((seat, number) => person(seat, number, who)));
  $("undo").hidden = !frame.undo || !following;
  $("hint").hidden = !frame.hints || !following;
  $("hurry").hidden = frame.thinking === null || (frame.seat === null && !frame.kibitz);
  $("again").hidden = !frame.over || frame.seat === null || frame.next !== null;
  $("next").hidden = frame.next === null;
  if (frame.next) $("next").href = `/table/${frame.next}${secret ? "#" + secret : ""}`;
  $("keys").hidden = !mine;
  const pieces = $("board").querySelector(".start") !== null;
  $("keys").textContent = t(!touch ? "table_keys" : pieces ? "table_touch_piece" : "table_touch");
  $("howto").replaceChildren(...frame.rules.map((line) => el("li", { text: line })));
  $("series").hidden = !frame.earlier;
  $("series").textContent = frame.earlier ? series(who) : "";
  if (frame.seat !== null) remember();
  $("type").hidden = !mine || !following;
  $("legal").hidden = !mine || !following;
  listMoves(mine && following ? frame.moves : []);
  $("ply").textContent = t("table_ply", { ply: shown, plies: frame.ply });
  $("first").disabled = $("back").disabled = shown <= 0;
  $("forward").disabled = $("last").disabled = shown >= frame.ply;
  log(who);
  left = frame.left === null ? null : Date.now() + 1000 * frame.left;
  tick();
  $("sit").hidden = frame.seat === null || Boolean(frame.seats[frame.seat].name) || frame.over || frame.seats.filter((seat) => seat.person).length < 2;
  $("reading").hidden = !frame.seats.some((seat, number) => seat.reads && number !== frame.seat) || (frame.seat === null && (frame.secretive || !frame.open_reading));
  if (frame.seat === null) $("reading-heading").textContent = t("read_heading_watch");
  if (reading) showThoughts($("thoughts"), frame.reading, frame, who, shown);
  $("looking").hidden = !(frame.kibitz || (frame.over && frame.seat !== null));
  if (!$("looking").hidden) offered().catch(complain);
  $("worlds").hidden = !frame.hidden;
  $("tree").hidden = frame.hidden || !frame.over || shown >= frame.ply || frame.ply - shown > SMALL;
  $("afterwards").hidden = !frame.over;
  $("wrong").hidden = !frame.over || frame.seat === null || frame.kibitz;
  if (frame.over) downloads();
  links();
}

function standing(who, mine) {
  if (!following) return t("table_earlier");
  if (frame.over) return `${t("table_over")} ${result(who)}`;
  if (mine) return [t("table_your_turn"), side()].filter(Boolean).join(" ");
  if (frame.to_move === null) return t("table_chance");
  return t(frame.thinking === null ? "table_turn" : "table_thinks", { name: capital(who[frame.to_move]) });
}

const side = () => (frame.seat !== null && frame.sides.length ? t("table_side", { side: frame.sides[frame.seat] }) : "");

function result(who) {
  const { winners } = frame;
  if (!winners.length || winners.length === frame.seats.length) return t("table_drawn");
  if (winners.length === 1 && winners[0] === frame.seat) return t("table_won");
  if (winners.includes(frame.seat)) return t("table_shared", { names: listed(winners.filter((seat) => seat !== frame.seat).map((seat) => who[seat])) });
  const won = t("table_winner", { names: capital(listed(winners.map((seat) => who[seat]))) });
  return frame.seat === null ? won : `${t("table_lost")} ${won}`;
}

// The games before this one at the same table: who won how many, and what is new.
function series(who) {
  const count = (won) => String(Math.round(100 * won) / 100);
  const scores = frame.series.map((won, number) => `${capital(who[number])} ${count(won)}`).join(", ");
  const parts = [t("series_score", { games: frame.earlier, scores })];
  if (frame.seat !== null && !frame.over) parts.push(t(frame.seats.some((seat) => seat.reads) ? "series_remembers" : "series_again"), side());
  return parts.filter(Boolean).join(" ");
}

// This browser's list of running games, for the start page.
function remember() {
  if (frame.over) running.drop(id);
  else if (running.all()[0]?.id !== id) running.keep({ id, secret, title: frame.title, against: names().filter((_, number) => number !== frame.seat) });
}

function person(seat, number, who) {
  const moving = number === frame.to_move;
  const mine = number === frame.seat;
  const shownAs = mine ? capital(t("table_you")) + (seat.name ? ` (${seat.name})` : "") : seat.person && !seat.name ? t("table_person") : called(number);
  const second = [frame.sides[number], seat.person ? (seat.here || mine ? "" : t("table_waiting")) : seat.label].filter((text) => text && text !== shownAs).join(" · ");
  const won = frame.over && frame.winners.includes(number) && frame.winners.length < frame.seats.length;
  const standing = [frame.standings[number], won ? t("table_winner_mark") : ""].filter(Boolean).join(" · ");
  return el(
    "li",
    { class: moving ? "moving" : false },
    el("span", { class: "dot", style: `background:${COLOURS[number % COLOURS.length]}`, "aria-hidden": "true" }),
    el("span", { class: "who" }, shownAs, second ? el("small", { text: second }) : null),
    el("span", { class: "score", text: standing }),
  );
}

function listMoves(moves) {
  const key = moves.join("|");
  if ($("moves").dataset.key === key) return;
  $("moves").dataset.key = key;
  $("moves").replaceChildren(...moves.slice(0, 400).map((move) => el("button", { type: "button", text: move, onclick: () => play(move) })));
}

function log(who) {
  const list = $("log");
  while (list.children.length > frame.log.length) list.lastChild.remove();
  if (list.dataset.last !== JSON.stringify(frame.log.slice(0, list.children.length).at(-1) ?? null)) list.replaceChildren();
  for (let ply = list.children.length; ply < frame.log.length; ply++) {
    const [seat, move, extra] = frame.log[ply];
    list.append(
      el("li", {}, `${seat < 0 ? "–" : capital(who[seat])}: ${move ?? t("table_secret")}${extra ? ` (${extra})` : ""}`, frame.remarks[ply] ? el("small", { text: ` ${frame.remarks[ply]}` }) : null),
    );
  }
  list.dataset.last = JSON.stringify(frame.log.at(-1) ?? null);
  [...list.children].forEach((each, ply) => each.classList.toggle("now", ply === shown - 1));
  list.scrollTop = following ? list.scrollHeight : list.scrollTop;
}

function tick() {
  $("clock").textContent = left === null ? "" : t("table_clock", { seconds: Math.max(0, Math.ceil((left - Date.now()) / 1000)) });
}
setInterval(tick, 500);

function links() {
  const known = memory.get(`links ${id}`) ?? {};
  const open = Object.entries(known).filter(([seat]) => Number(seat) !== frame.seat);
  $("links").hidden = !open.length || frame.over;
  if ($("linklist").children.length || !open.length) return;
  $("linklist").append(
    ...open.map(([seat, key]) => {
      const address = `${location.origin}/table/${id}#${key}`;
      return el("li", {}, `${frame.sides[seat] ?? t("table_seat", { seat })}: `, el("code", { text: address }), " ", copying(address, t("table_copy")));
    }),
  );
}

function copying(address, text) {
  return el("button", {
    type: "button",
    text,
    onclick: async (event) => {
      await navigator.clipboard?.writeText(address);
      event.target.textContent = t("table_copied");
    },
  });
}

function downloads() {
  if ($("downloads").children.length) return;
  keeping(id, secret, frame.seat);
  for (const ending of frame.files) {
    $("downloads").append(el("button", { text: `.${ending}`, onclick: () => attempt(async () => save(`${frame.kind}.${ending}`, await ask("GET", `${at}/record/${ending}`, { secret, text: true }))) }));
  }
}

// Buttons.

$("confirm").onclick = () => play($("confirm").dataset.move);
$("undo").onclick = () => attempt(() => send("undo", { ply: frame.ply }));
$("hurry").onclick = () => attempt(() => send("hurry"));
$("again").onclick = () =>
  attempt(async () => {
    const { table } = await send("again");
    location.assign(`/table/${table}#${secret}`);
  });
// What a move is worth, in words: a chance to win, or points; empty if the search cannot say.
function worth(each, unit) {
  if (each?.worth === null || each?.worth === undefined) return "";
  return unit === "win" ? t("worth_win", { share: Math.round(100 * each.worth) }) : t("worth_points", { points: Math.round(10 * each.worth) / 10 });
}

$("hint").onclick = () =>
  attempt(async () => {
    const found = await send("hint");
    const best = found.moves.find((each) => each.move === found.best[0]);
    const said = worth(best, found.unit);
    board.values([{ ...best, value: "★", best: true }]);
    $("note").textContent = [t("hint_try", { move: best.move }), said ? t(found.unit === "win" ? "hint_win" : "hint_points", { worth: said }) : ""].filter(Boolean).join(" ");
  });
$("type").onsubmit = (event) => {
  event.preventDefault();
  const move = $("typed").value.trim();
  $("typed").value = "";
  if (move) play(move);
};
$("sit").onsubmit = (event) => {
  event.preventDefault();
  attempt(() => send("name", { name: $("name").value }));
};
$("watchlink").onclick = async () => {
  await navigator.clipboard?.writeText(`${location.origin}/table/${id}`);
  $("watchlink").textContent = t("table_copied");
};
$("mistakes").onclick = () =>
  attempt(async () => {
    $("worst").replaceChildren(el("p", { text: t("busy") }));
    const found = await ask("GET", `${at}/mistakes`, { secret });
    const cost = (each) => (each.unit === "win" ? t("cost_win", { share: Math.round(100 * each.cost) }) : each.unit ? t("cost_points", { points: Math.round(10 * each.cost) / 10 }) : "");
    const row = (each) =>
      el("li", {}, el("button", { type: "button", text: t("mistake_ply", { ply: each.ply + 1 }), onclick: () => attempt(() => goTo(each.ply)) }), " ", [t("mistake", each), cost(each)].filter(Boolean).join(" "));
    $("worst").replaceChildren(found.length ? el("ul", { class: "mistakes" }, ...found.map(row)) : el("p", { text: t("mistakes_none") }));
  });

// Back and forth.

async function goTo(ply) {
  ply = Math.max(0, Math.min(frame.ply, ply));
  following = ply === frame.ply;
  const forward = ply === shown + 1;
  if (following) draw(frame, frame.moves, forward);
  else draw(await position(ply), [], forward);
  around();
}
$("first").onclick = () => attempt(() => goTo(0));
$("back").onclick = () => attempt(() => goTo(shown - 1));
$("forward").onclick = () => attempt(() => goTo(shown + 1));
$("last").onclick = () => attempt(() => goTo(frame.ply));

// What a search sees. Values stay on the board, so each position that is shown is searched.

async function offered() {
  if ($("chosen").children.length) return;
  const found = await ask("GET", `${at}/searches`);
  if ($("chosen").children.length) return;
  $("chosen").append(el("option", { value: "", text: t("look_usual") }), ...found.map((value) => el("option", { value, text: value })), el("option", { value: OTHER, text: t("look_other") }));
}

const OTHER = "other";
const asked = () => ($("chosen").value === OTHER ? $("search").value.trim() : $("chosen").value);

const analysis = (ply, search) => ask("GET", `${at}/analysis/${ply}?search=${encodeURIComponent(search)}`, { secret });

function onBoard(found) {
  board.values(found.moves.map((each) => ({ ...each, best: found.best.includes(each.move) })));
}

function row(tag, ...texts) {
  return el("tr", {}, ...texts.map((each) => el(tag, {}, each)));
}

async function look(search) {
  const ply = shown;
  looking = search;
  $("values").textContent = t("look_hide");
  let found;
  try {
    found = await analysis(ply, search);
  } catch (error) {
    if (ply === shown) $("seen").replaceChildren(el("p", { class: "hint", text: error.message }));
    return;
  }
  if (ply !== shown || looking !== search) return;
  onBoard(found);
  const ordered = [...found.moves].sort((a, b) => b.rank - a.rank);
  $("seen").replaceChildren(
    el("p", { text: t("look_best", { moves: found.best.join(", ") }) }),
    found.line.length ? el("p", { text: t("look_line", { line: found.line.join(" ") }) }) : "",
    el("pre", { text: found.why, tabindex: 0 }),
    el("details", {}, el("summary", { text: t("look_all_values") }), el("table", {}, row("th", t("look_move"), t("look_value")), ...ordered.map((each) => row("td", each.move, each.value)))),
    el("p", { class: "hint", text: t("look_stays") }),
  );
}

function stopLooking() {
  looking = null;
  $("values").textContent = t("look_show");
  $("seen").replaceChildren();
  board.values([]);
}

$("look").onsubmit = (event) => {
  event.preventDefault();
  const search = asked();
  if (looking !== null && looking === search) return stopLooking();
  $("seen").textContent = t("busy");
  attempt(() => look(search));
};
$("search").oninput = $("chosen").onchange = () => {
  $("search").hidden = $("chosen").value !== OTHER;
  $("values").textContent = t(looking !== null && looking === asked() ? "look_hide" : "look_show");
};
$("compare").onclick = () =>
  attempt(async () => {
    stopLooking();
    await offered();
    const ply = shown;
    const table = el("table", { class: "compared" }, el("caption", { text: t("look_compared") }), row("th", t("look_search"), t("look_best_short"), t("look_worth")));
    $("seen").replaceChildren(table);
    const usual = await analysis(ply, ""); // one search says what every move is worth, so that all rows have the same unit
    for (const search of [...$("chosen").children].map((each) => each.value).filter((each) => each && each !== OTHER)) {
      if (ply !== shown || !table.isConnected) return;
      let best, value;
      try {
        const found = await analysis(ply, search);
        best = el("button", { type: "button", text: found.best.slice(0, 4).join(", "), onclick: () => onBoard(found) });
        value = worth(usual.moves.find((each) => each.move === found.best[0]), usual.unit);
      } catch (error) {
        [best, value] = [el("small", { text: error.message }), ""];
      }
      table.append(row("td", search, best, value));
    }
  });
$("worlds").onclick = () =>
  attempt(async () => {
    stopLooking();
    const found = await ask("GET", `${at}/worlds/${shown}`, { secret });
    $("seen").replaceChildren(el("div", { class: "worlds" }, ...found.map((each) => picture(each.svg))));
  });
$("tree").onclick = () =>
  attempt(async () => {
    stopLooking();
    const found = await ask("GET", `${at}/tree/${shown}`, { secret });
    if (!found.svg) $("seen").textContent = t("look_not_small");
    else $("seen").replaceChildren(el("p", { text: t("look_plies", { plies: found.plies }) }), treePicture(found.svg));
  });

// The connection. The secret goes in a header and not in an address, so it is in no log.

let connection = null;

async function connect() {
  connection?.abort();
  const mine = (connection = new AbortController());
  let wait = 300;
  while (!mine.signal.aborted) {
    try {
      const headers = secret ? { Authorization: `Bearer ${secret}` } : {};
      const reply = await fetch(`${at}/events?reading=${reading}`, { headers, signal: mine.signal });
      if (!reply.ok) {
        const { error } = await reply.json().catch(() => ({ error: reply.statusText }));
        complain(new Error(error));
        $("status").textContent = "";
        if (reply.status < 500) return;
        throw new Error(error);
      }
      wait = 300;
      complain(null);
      await listen(reply.body, mine);
    } catch (error) {
      if (mine.signal.aborted) return;
    }
    if (mine.signal.aborted) return;
    $("status").textContent = t("table_lost_connection");
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(5000, wait * 2);
  }
}

async function listen(body, mine) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || mine.signal.aborted) return;
    text += value;
    const parts = text.split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      if (!part.startsWith("data: ")) continue;
      const next = JSON.parse(part.slice(6));
      if (!frame && (next.open_reading || (next.earlier && next.seat !== null && memory.get("panel")))) setReading(true);
      news(next);
    }
  }
}

function setReading(on) {
  if (reading === on) return;
  reading = on;
  $("read").textContent = t(on ? "read_hide" : "read_show");
  $("read").setAttribute("aria-expanded", String(on));
  $("thoughts").replaceChildren();
  if (on) $("thoughts").append(el("p", { text: t("read_busy") }));
  if (frame) why();
  setTimeout(connect, 0);
}
$("read").onclick = () => {
  memory.set("panel", !reading); // the next game at this table opens it again
  setReading(!reading);
};
addEventListener("hashchange", () => location.reload());
connect();
