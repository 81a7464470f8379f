import { $, ask, calm, complain, el, memory, picture, save, t, translate, treePicture } from "./common.js";
import { Board } from "./board.js";
import { showThoughts } from "./thoughts.js";

translate();
const id = location.pathname.split("/")[2];
const secret = location.hash.slice(1);
const at = `/api/tables/${encodeURIComponent(id)}`;
const PAUSE = 420; // milliseconds that a move is shown before the next
const FOLLOWED = 12; // moves that are shown one by one; if more were missed, the last position is shown
const COLOURS = ["#2f5d8c", "#c8553d", "#3f8f5b", "#d9a441", "#7a5195", "#4fa3a5", "#8c6d46", "#9b9b9b"];

let frame = null; // what the server said last
let shown = -1; // the ply on the board
let following = true; // whether the board shows the newest position
let reading = false;
let busy = false;
let left = null; // when the clock runs out, by our clock
let looking = null; // the search whose values stay on the board
const pictures = new Map(); // earlier positions by ply

const send = (path, body) => ask("POST", `${at}/${path}`, { body: body ?? {}, secret });
const names = () =>
  frame.seats.map((seat, number) => (number === frame.seat ? t("table_you") : seat.name || (seat.person ? t("table_seat", { seat: number }) : seat.label)));

const board = new Board($("board"), {
  choose: (move) => play(move),
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
const news = (next) => (queue = queue.then(() => take(next)).catch(complain));

async function take(next) {
  const before = frame;
  frame = next;
  if (before && next.ply < shown) pictures.clear();
  const missed = next.ply - shown - 1;
  if (following && before && missed > 0 && missed <= FOLLOWED && !calm() && !document.hidden) {
    for (let ply = shown + 1; ply < next.ply; ply++) {
      draw(await position(ply), [], true);
      announce(ply);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
  if (following) {
    const moved = next.ply !== shown;
    if (moved || !before || before.moves.join() !== next.moves.join() || before.svg !== next.svg) draw(next, next.moves, next.ply === shown + 1);
    if (moved && before) announce(next.ply);
  }
  around();
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
  board.show({ svg: place.svg, moves, game: frame.kind, animate });
  $("text").textContent = place.text || t("table_hidden_watch");
  $("howto").textContent = frame.rules;
  $("rules").hidden = !frame.rules;
  why(place);
  if (looking !== null) attempt(() => look(looking));
  if (!place.svg) $("board").replaceChildren(el("p", { class: "hint", text: t("table_hidden_watch") }));
}

// Why the last move was made: at tables without people, and for a person who wants to know what is thought.
let reason = "";
function why(place) {
  if (place) reason = place.why;
  $("why").hidden = !reason || !(frame.kibitz || frame.over || reading);
  $("reason").textContent = reason;
}

function announce(ply) {
  const [seat, move] = frame.log[ply - 1] ?? [];
  if (seat === undefined || seat < 0) return;
  $("note").textContent = t("table_announce", { name: names()[seat], move: move ?? t("table_secret") }) + (frame.remarks[ply - 1] ? ` (${frame.remarks[ply - 1]})` : "");
}

// Everything around the board.

function around() {
  const who = names();
  const mine = frame.seat !== null && frame.to_move === frame.seat && !frame.over;
  $("heading").textContent = frame.game;
  document.title = `${mine ? "● " : ""}${frame.game} · Kibitz`;
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
  $("type").hidden = !mine || !following;
  $("legal").hidden = !mine || !following;
  listMoves(mine && following ? frame.moves : []);
  $("ply").textContent = t("table_ply", { ply: shown, plies: frame.ply });
  $("first").disabled = $("back").disabled = shown <= 0;
  $("forward").disabled = $("last").disabled = shown >= frame.ply;
  log(who);
  left = frame.left === null ? null : Date.now() + 1000 * frame.left;
  tick();
  $("sit").hidden = frame.seat === null || Boolean(frame.seats[frame.seat].name) || frame.over;
  $("reading").hidden = !frame.seats.some((seat, number) => seat.reads && number !== frame.seat) || (frame.seat === null && (frame.secretive || !frame.open_reading));
  if (frame.seat === null) $("reading-heading").textContent = t("read_heading_watch");
  if (reading) showThoughts($("thoughts"), frame.reading, frame, who, shown);
  $("looking").hidden = !(frame.kibitz || (frame.over && frame.seat !== null));
  if (!$("looking").hidden) offered().catch(complain);
  $("worlds").hidden = !frame.hidden;
  $("tree").hidden = frame.hidden;
  $("afterwards").hidden = !frame.over;
  if (frame.over) downloads();
  links();
}

function standing(who, mine) {
  if (!following) return t("table_earlier");
  if (frame.over) return `${t("table_over")} ${result(who)}`;
  if (mine) return t("table_your_turn");
  if (frame.to_move === null) return t("table_chance");
  return t(frame.thinking === null ? "table_turn" : "table_thinks", { name: who[frame.to_move] });
}

function result(who) {
  const { winners } = frame;
  if (!winners.length || winners.length === frame.seats.length) return t("table_drawn");
  if (winners.length === 1 && winners[0] === frame.seat) return t("table_won");
  const won = t("table_winner", { names: winners.map((seat) => who[seat]).join(", ") });
  return frame.seat === null || winners.includes(frame.seat) ? won : `${t("table_lost")} ${won}`;
}

function person(seat, number, who) {
  const moving = number === frame.to_move;
  const called = seat.person && !seat.name && number !== frame.seat ? t("table_person") : who[number];
  const second = seat.person ? (seat.here ? "" : t("table_waiting")) : seat.label;
  return el(
    "li",
    { class: moving ? "moving" : false },
    el("span", { class: "dot", style: `background:${COLOURS[number % COLOURS.length]}`, "aria-hidden": "true" }),
    el("span", { class: "who" }, `${t("table_seat", { seat: number })}: ${called}`, second && second !== who[number] ? el("small", { text: second }) : null),
    el("span", { class: "score", "aria-label": t("table_scores"), role: "img", text: String(Math.round(frame.scores[number] * 100) / 100) }),
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
      el("li", {}, `${seat < 0 ? "–" : who[seat]}: ${move ?? t("table_secret")}${extra ? ` (${extra})` : ""}`, frame.remarks[ply] ? el("small", { text: ` ${frame.remarks[ply]}` }) : null),
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
      return el("li", {}, `${t("table_seat", { seat })}: `, el("code", { text: address }), " ", copying(address, t("table_copy")));
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
  for (const ending of frame.files) {
    $("downloads").append(el("button", { text: `.${ending}`, onclick: () => attempt(async () => save(`${frame.kind}.${ending}`, await ask("GET", `${at}/record/${ending}`, { secret, text: true }))) }));
  }
  $("keeping").hidden = frame.seat === null;
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
$("hint").onclick = () =>
  attempt(async () => {
    const found = await send("hint");
    board.values(found.moves.map((each) => ({ ...each, best: found.best.includes(each.move) })));
    $("note").textContent = t("table_hint_is", { move: found.best.join(", ") });
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
$("keep").onclick = () =>
  attempt(async () => {
    const mine = memory.get("name");
    if (!mine) throw new Error(t("keep_first"));
    const { games } = await ask("POST", `/api/people/${encodeURIComponent(mine.name)}/games`, { body: { table: id, seat_secret: secret }, secret: mine.secret });
    $("note").textContent = t("keep_done", { games });
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
  if ($("searches").children.length) return;
  const found = await ask("GET", `${at}/searches`);
  if (!$("searches").children.length) $("searches").append(...found.map((value) => el("option", { value })));
  $("search").placeholder = t("look_usual");
}

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
  const search = $("search").value.trim();
  if (looking !== null && looking === search) return stopLooking();
  $("seen").textContent = t("busy");
  attempt(() => look(search));
};
$("search").oninput = () => ($("values").textContent = t(looking !== null && looking === $("search").value.trim() ? "look_hide" : "look_show"));
$("compare").onclick = () =>
  attempt(async () => {
    stopLooking();
    await offered();
    const ply = shown;
    const table = el("table", { class: "compared" }, el("caption", { text: t("look_compared") }), row("th", t("look_search"), t("look_best_short"), t("look_value")));
    $("seen").replaceChildren(table);
    for (const { value: search } of $("searches").children) {
      if (ply !== shown || !table.isConnected) return;
      let best, value;
      try {
        const found = await analysis(ply, search);
        best = el("button", { type: "button", text: found.best.slice(0, 4).join(", "), onclick: () => onBoard(found) });
        value = found.moves.find((each) => each.move === found.best[0])?.value ?? "";
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
      if (!frame && next.open_reading) setReading(true);
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
$("read").onclick = () => setReading(!reading);
addEventListener("hashchange", () => location.reload());
connect();
