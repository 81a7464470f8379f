// The board: shows a picture that the server drew, lets a person choose a move in it with a pointer or the keyboard,
// and moves pieces from one position to the next.

import { calm, capital, picture, t } from "./common.js";

const MOVING = 380; // milliseconds
const VALUES = 9; // moves whose values are shown on the board
const REACH = { touch: 24, mouse: 10 }; // pixels from the middle of a mark within which a click is meant for it
const LONGEST_NAME = 14; // letters of a name in a picture

// The cells of a move, in order: 9x18x25 passes 18.
const cells = (move) => move.split(/[-x]/);

export class Board {
  constructor(root, { choose, confirm, refuse }) {
    this.root = root;
    this.choose = choose;
    this.refuse = refuse; // called if something was clicked that cannot be moved now
    this.confirm = confirm; // called with the text of a move that needs several choices, or null
    this.svg = null;
    this.from = null;
    this.passed = []; // cells of a chain that were chosen after the start
    this.picked = new Set();
    root.addEventListener("click", (event) => this.activate(this.meant(event)));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  // A picture of a position; ``moves`` are the legal moves if it is the viewer's turn.
  show({ svg, moves, game, animate, names = [] }) {
    const before = animate && !calm() && this.svg ? this.places() : null;
    const focused = this.root.contains(document.activeElement);
    this.moves = new Set(moves);
    this.from = null;
    this.passed = [];
    this.picked.clear();
    this.root.replaceChildren();
    this.svg = svg ? picture(svg) : null;
    if (!this.svg) return;
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t("table_board", { game }));
    this.svg.setAttribute("aria-describedby", "text");
    this.root.append(this.svg);
    this.rename(names);
    this.prepare();
    if (before) this.moveFrom(before);
    if (focused) (this.items()[0] ?? document.getElementById("main")).focus({ preventScroll: true });
  }

  // Pictures speak of seats; people have names. A name that is longer than its place gets smaller letters.
  rename(names) {
    const short = (name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);
    for (const text of this.svg.querySelectorAll("text")) {
      const said = text.textContent.replace(/\bseat (\d+)\b/g, (whole, seat, at) => (names[seat] ? short(at ? names[seat] : capital(names[seat])) : whole));
      if (said === text.textContent) continue;
      const room = 1.2 * text.getComputedTextLength();
      text.textContent = said;
      const wide = text.getComputedTextLength();
      if (wide > room && room > 0) text.setAttribute("font-size", (Number(text.getAttribute("font-size")) * room) / wide);
    }
  }

  prepare() {
    const live = this.moves.size > 0;
    this.svg.classList.toggle("live", live);
    this.svg.classList.toggle("inert", !live);
    this.svg.classList.toggle("fromto", live && this.svg.querySelector("[data-start]") !== null);
    const point = (each) => ({ x: each.cx.baseVal.value, y: each.cy.baseVal.value });
    this.starts = new Map([...this.svg.querySelectorAll(".start")].map((each) => [each.dataset.start, point(each)]));
    if (!live) {
      for (const each of this.svg.querySelectorAll(".start, .passed")) each.remove();
      return;
    }
    for (const each of this.svg.querySelectorAll("[data-move], [data-card], [data-start], [data-passed]")) {
      if (each.closest(".combinations")) continue;
      each.setAttribute("role", "button");
      each.setAttribute("tabindex", "-1");
      const count = each.dataset.start && this.svg.querySelectorAll(`[data-from="${CSS.escape(each.dataset.start)}"]`).length;
      each.setAttribute("aria-label", each.dataset.move ?? each.dataset.card ?? each.dataset.passed ?? t("table_from", { cell: each.dataset.start, count }));
    }
    this.offer();
  }

  // What can be chosen at this moment.
  items() {
    if (!this.svg || !this.moves?.size) return [];
    const all = [...this.svg.querySelectorAll('[role="button"]')];
    return all.filter((each) => {
      if (each.dataset.start) return true;
      if (each.dataset.passed) return this.next().has(each.dataset.passed) && each.dataset.from === this.from;
      if (each.dataset.from) return each.dataset.from === this.from && this.fits(each.dataset.move);
      return true;
    });
  }

  // Whether a move begins with the cells that were chosen so far.
  fits(move) {
    if (!this.passed.length) return true;
    return [this.from, ...this.passed].every((cell, number) => cells(move)[number] === cell);
  }

  // The cells that a chain may pass next; the last cell of a move is a target of its own.
  next() {
    if (!this.from) return new Set();
    const going = [...this.moves].filter((move) => cells(move)[0] === this.from && this.fits(move));
    return new Set(going.map((move) => cells(move).slice(0, -1)[this.passed.length + 1]).filter(Boolean));
  }

  // Where the keyboard goes after a choice: to the end of a move, and to a cell on its way only if there is no end.
  goal() {
    const items = this.items().filter((each) => each.dataset.from);
    return items.find((each) => each.dataset.move) ?? items[0];
  }

  // What a click is meant for: what lies under it, or a mark that is near enough for a finger.
  meant(event) {
    if (event.target.closest?.('[role="button"]')) return event.target;
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    const near = this.items()
      .filter((each) => each.localName === "circle")
      .map((each) => ({ each, far: Math.hypot(middle(each).x - event.clientX, middle(each).y - event.clientY) }))
      .sort((a, b) => a.far - b.far)[0];
    return near && near.far <= reach ? near.each : event.target;
  }

  offer() {
    for (const each of this.svg.querySelectorAll("circle.target[data-from]")) each.classList.toggle("offered", each.dataset.from === this.from && this.fits(each.dataset.move));
    const next = this.next();
    for (const each of this.svg.querySelectorAll("circle.passed")) {
      const here = each.dataset.from === this.from;
      each.classList.toggle("offered", here && next.has(each.dataset.passed));
      each.classList.toggle("gone", here && this.passed.includes(each.dataset.passed));
    }
    for (const each of this.svg.querySelectorAll(".start")) {
      each.classList.toggle("chosen", each.dataset.start === this.from);
      each.setAttribute("aria-pressed", String(each.dataset.start === this.from));
    }
    const items = this.items();
    const first = this.goal() ?? items[0];
    for (const each of this.svg.querySelectorAll('[role="button"]')) each.setAttribute("tabindex", each === first ? "0" : "-1");
  }

  activate(target) {
    if (!this.svg || !this.moves?.size) return;
    const item = target.closest?.('[role="button"]');
    if (!item || !this.items().includes(item)) {
      if (this.from || target.closest?.(".piece")) this.refuse();
      if (this.from) {
        this.from = null;
        this.passed = [];
        this.offer();
      }
      return;
    }
    if (item.dataset.move) this.choose(item.dataset.move);
    else if (item.dataset.card) this.pick(item);
    else if (item.dataset.passed) {
      this.passed.push(item.dataset.passed);
      this.offer();
      const next = this.goal();
      if (next && this.byKey) next.focus();
    } else {
      this.from = this.from === item.dataset.start ? null : item.dataset.start;
      this.passed = [];
      this.offer();
      const next = this.goal();
      if (this.from && next && this.byKey) next.focus();
    }
  }

  // Moves of several cards: the move is the one that has exactly the cards that were picked.
  pick(item) {
    const card = item.dataset.card;
    if (!this.picked.delete(card)) this.picked.add(card);
    item.classList.toggle("chosen", this.picked.has(card));
    item.setAttribute("aria-pressed", String(this.picked.has(card)));
    const words = [...this.moves].map((move) => ({ move, cards: move.split(" ").slice(1) }));
    const fits = words.find(({ cards }) => cards.length === this.picked.size && cards.every((each) => this.picked.has(each)));
    const most = Math.max(...words.map(({ cards }) => cards.length));
    this.confirm(fits?.move ?? null, Math.max(0, most - this.picked.size));
  }

  key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const item = event.target.closest?.('[role="button"]');
    this.byKey = true;
    setTimeout(() => (this.byKey = false), 0);
    if (event.key === "Escape" && this.from) {
      const start = this.svg.querySelector(`[data-start="${CSS.escape(this.from)}"]`);
      this.from = null;
      this.passed = [];
      this.offer();
      start?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && item) this.activate(item);
    else if (arrows[event.key] && item) this.step(item, arrows[event.key]);
    else return;
    event.preventDefault();
  }

  // The nearest item in a direction; if there is none, the next one in order.
  step(item, [right, down]) {
    const items = this.items().filter((each) => !this.from || each.dataset.from || each === item);
    const here = middle(item);
    let best = null;
    for (const each of items) {
      if (each === item) continue;
      const there = middle(each);
      const along = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      if (along > 1 && (!best || along + 2 * aside < best.far)) best = { each, far: along + 2 * aside };
    }
    const order = items.indexOf(item);
    const next = best?.each ?? items[(order + (right + down > 0 ? 1 : items.length - 1)) % items.length];
    for (const each of items) each.setAttribute("tabindex", each === next ? "0" : "-1");
    next?.focus();
  }

  // Where every piece is, by its kind.
  places() {
    const found = new Map();
    for (const piece of this.svg.querySelectorAll(".piece")) {
      const box = piece.getBBox();
      const kind = piece.dataset.piece;
      if (!found.has(kind)) found.set(kind, []);
      found.get(kind).push({ piece, x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    return found;
  }

  moveFrom(before) {
    const { width, height } = this.svg.viewBox.baseVal;
    for (const [kind, now] of this.places()) {
      const old = [...(before.get(kind) ?? [])];
      const stays = ({ x, y }) => old.findIndex((each) => Math.hypot(each.x - x, each.y - y) < 1.5);
      const fresh = now.filter((each) => {
        const place = stays(each);
        if (place >= 0) old.splice(place, 1);
        return place < 0;
      });
      if (fresh.length > 4) continue; // another hand, another game: nothing to follow
      for (const each of fresh) {
        old.sort((a, b) => Math.hypot(a.x - each.x, a.y - each.y) - Math.hypot(b.x - each.x, b.y - each.y));
        const from = old.shift() ?? { x: each.x + (each.x - width / 2) * 0.7, y: each.y + (each.y - height / 2) * 0.7, new: true };
        each.piece.animate(
          [{ transform: `translate(${from.x - each.x}px, ${from.y - each.y}px)`, opacity: from.new ? 0.2 : 1 }, { transform: "none", opacity: 1 }],
          { duration: MOVING, easing: "ease-out" },
        );
      }
    }
  }

  // Numbers of a search on the board for its best moves, and arrows from where these moves begin: the better, the thicker.
  values(moves) {
    this.svg?.querySelectorAll(".value, .arrow").forEach((each) => each.remove());
    if (!this.svg) return;
    const scale = this.svg.viewBox.baseVal.width / 480;
    const ordered = [...moves].sort((a, b) => b.best - a.best || b.rank - a.rank).slice(0, VALUES);
    const marks = [...this.svg.querySelectorAll("[data-move]")].filter((each) => !each.closest(".combinations"));
    const placed = ordered.reverse().flatMap((each, number) => {
      const mark = marks.find((one) => one.dataset.move === each.move);
      const place = mark && where(mark);
      return place ? [{ ...each, mark, place, number, start: this.starts.get(mark.dataset.from) }] : [];
    });
    this.star(ordered.at(-1), marks, scale);
    for (const { start, place, rank, best } of placed) {
      if (start) this.svg.append(arrow(start, place, (best ? 5 : 1.5 + 2 * rank) * scale, best));
    }
    for (const { mark, place, value, best, number } of placed) {
      const up = mark.localName === "g" ? (number % 3) * 13 * scale : 0;
      const size = (best ? 15 : 11) * scale;
      const text = drawn("text", { class: best ? "value first" : "value", x: place.x, y: place.y - up, dy: "0.35em", style: `font-size:${size}px;stroke-width:${3 * scale}px` });
      text.textContent = value;
      this.svg.append(text);
    }
  }

  // The best move of several cards has no mark of its own: a star lies on each of its cards.
  star(chosen, marks, scale) {
    if (!chosen?.best || marks.some((each) => each.dataset.move === chosen.move)) return;
    for (const card of chosen.move.split(" ").slice(1)) {
      const place = this.svg.querySelector(`[data-card="${CSS.escape(card)}"]`);
      if (!place) continue;
      const { x, y } = where(place);
      const text = drawn("text", { class: "value first", x, y, dy: "0.35em", style: `font-size:${22 * scale}px;stroke-width:${3 * scale}px` });
      text.textContent = "★";
      this.svg.append(text);
    }
  }
}

// An arrow whose head ends a little before the middle of the place it points to.
function arrow(from, to, thick, best) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const head = Math.min(far / 2, 3.2 * thick + 4);
  const neck = { x: to.x - x * head, y: to.y - y * head };
  const corners = [to, { x: neck.x - y * head * 0.5, y: neck.y + x * head * 0.5 }, { x: neck.x + y * head * 0.5, y: neck.y - x * head * 0.5 }];
  const made = drawn("g", { class: best ? "arrow best" : "arrow" });
  made.append(
    drawn("line", { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y, "stroke-width": thick }),
    drawn("polygon", { points: corners.map((each) => `${each.x},${each.y}`).join(" ") }),
  );
  return made;
}

function drawn(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The middle of a mark, also of one that is not shown.
function where(mark) {
  if (mark.localName === "circle") return { x: mark.cx.baseVal.value, y: mark.cy.baseVal.value };
  const box = mark.getBBox();
  return box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

function middle(item) {
  const box = item.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
