// What opponents that adapt think of the viewer: bars that move, words, the moves that told it, what is expected next.

import { el, listed, t } from "./common.js";

const percent = (share) => Math.round(100 * share);

// What a belief says of somebody, to be read beside a bar or in a sentence; "you" if it is the viewer.
const named = (each) => [each.name ?? each.for, each.words].filter(Boolean).join(": ");
const does = (each, mine) => (each.does ? t(mine ? "read_bar_you" : "read_bar_they", { does: each.does }) : named(each));

function bars(place, items) {
  const known = new Map([...place.children].map((each) => [each.dataset.name, each]));
  for (const { name, share } of items) {
    let row = known.get(name);
    if (!row) {
      row = el(
        "li",
        { "data-name": name },
        el("div", { class: "name" }, el("span", { text: name }), el("span", { class: "share" })),
        el("div", { class: "track", "aria-hidden": "true" }, el("div", { class: "fill" })),
      );
    }
    known.delete(name);
    row.querySelector(".share").textContent = `${percent(share)}%`;
    place.append(row);
    requestAnimationFrame(() => (row.querySelector(".fill").style.width = `${100 * share}%`));
  }
  for (const gone of known.values()) gone.remove();
}

function told(each) {
  const values = { move: each.move, ply: each.ply + 1, before: percent(each.before), after: percent(each.after) };
  if (each.game < 0) return t("read_before", values);
  return t(each.after > each.before ? "read_more" : "read_less", values);
}

// What was believed at an earlier position, and whether the move was expected.
function earlier(each, ply) {
  const known = (each.history ?? []).filter((one) => one.ply < ply);
  const last = known.at(-1);
  if (!last) return { ...each, decisions: 0, expects: [], evidence: [] };
  const words = [t("read_then", { move: last.move, ply: last.ply + 1, share: percent(last.share), expected: last.expected, most: percent(last.expected_share) })];
  return { ...each, bars: last.bars, habits: [], words, errs: 0, evidence: [], expects: [], decisions: known.length, then: true };
}

// The belief in sentences. Beliefs that have no words for a habit tell their own.
function sentences(each, mine, name) {
  const habits = each.habits?.length ? [t(mine ? "read_you_do" : "read_they_do", { does: listed(each.habits), name })] : each.words;
  return [...habits, ...(each.errs ? [t("read_errs", { count: each.errs })] : [])].join(" ");
}

export function showThoughts(place, readings, frame, names, ply) {
  if (!readings) {
    place.replaceChildren(el("p", { text: t("read_busy") }));
    return;
  }
  if (!readings.length) {
    place.replaceChildren(el("p", { text: t("read_nobody") }));
    return;
  }
  const old = new Map([...place.querySelectorAll(".thought")].map((each) => [each.dataset.who, each]));
  const shown = readings.map((newest) => {
    const each = ply === frame.ply || newest.error ? newest : earlier(newest, ply);
    const who = `${each.by} ${each.about}`;
    const box = old.get(who) ?? el("div", { class: "thought", "data-who": who }, el("h3"), el("p", { class: "words" }), el("ul", { class: "bars" }), el("div", { class: "small" }));
    const [heading, words, list, rest] = box.children;
    const by = each.by.map((seat) => names[seat]).join(", ");
    heading.textContent = each.about === frame.seat ? t("read_of_you", { by }) : t("read_of", { by, about: names[each.about] });
    if (each.error) {
      words.textContent = each.error;
      list.replaceChildren();
      rest.replaceChildren();
      return box;
    }
    const mine = each.about === frame.seat;
    words.textContent = each.decisions ? sentences(each, mine, names[each.about]) : t("read_nothing");
    bars(list, each.decisions ? each.bars.map((bar) => ({ name: does(bar, mine), share: bar.share })) : []);
    const parts = [];
    if (each.evidence?.length) {
      const what = does(each.evidence[0], mine);
      parts.push(el("h3", { text: t(mine ? "read_evidence" : "read_evidence_they", { what }) }), el("ul", {}, ...each.evidence.map((one) => el("li", { text: told(one) }))));
    }
    if (each.expects?.length) {
      const expected = el("ul", { class: "bars" });
      bars(expected, each.expects.map((one) => ({ name: one.move, share: one.share })));
      parts.push(el("h3", { text: t(mine ? "read_expects" : "read_expects_they", { name: names[each.about] }) }), expected);
    }
    if (each.decisions && !each.then) {
      const share = (count) => percent(count / each.decisions);
      parts.push(el("h3", { text: t("read_right_heading") }), el("p", { text: t("read_right", { share: share(each.right), of: each.decisions, chance: share(each.by_chance) }) }));
    }
    rest.replaceChildren(...parts);
    return box;
  });
  const note = frame.secretive && frame.seat !== null ? [el("p", { class: "hint", text: t("read_own_cards") })] : [];
  place.replaceChildren(...note, ...shown);
}
