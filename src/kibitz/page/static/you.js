import { $, ask, capital, complain, el, listed, memory, save, t, translate } from "./common.js";

translate();
let me = memory.get("name");
if (me) {
  $("oldname").value = me.name;
  $("secret").value = me.secret;
}

const path = (rest = "") => `/api/people/${encodeURIComponent(me.name)}${rest}`;

async function attempt(work, place) {
  complain(null, place);
  try {
    await work();
  } catch (error) {
    complain(error, place);
  }
}

async function open() {
  const { games } = await ask("GET", path(), { secret: me.secret });
  memory.set("name", me);
  $("mine").hidden = false;
  $("doors").hidden = true;
  const rows = Object.entries(games).map(([game, count]) => el("li", { class: "actions" }, `${capital(game)}: ${count} `, el("button", { text: t("you_portrait"), onclick: () => attempt(() => portrait(game)) })));
  $("kept").replaceChildren(...(rows.length ? rows : [el("li", { text: t("you_none") })]));
}

// A bar; one that stands for something avoided is striped.
function bar(name, share, beside = "") {
  const fill = el("div", { class: share < 0 ? "fill against" : "fill" });
  fill.style.width = `${Math.min(100, 100 * Math.abs(share))}%`;
  return el("li", {}, el("div", { class: "name" }, el("span", { text: name }), el("span", { class: "share", text: beside })), el("div", { class: "track", "aria-hidden": "true" }, fill));
}

// A weight of a feature: what it makes the person do, and what the feature measures.
function weight(each) {
  const made = bar(t("you_weight", { does: capital(each.does) }), each.weight, t("you_weight_error", { weight: each.weight.toFixed(2), error: each.error.toFixed(2) }));
  const feature = each.feature.replaceAll("_", " ");
  const about = each.help && each.help !== feature ? `${feature}: ${each.help}` : feature;
  made.append(el("small", { text: each.weight < 0 ? `${about} (${t("you_against")})` : about }));
  return made;
}

// Kinds of players with their shares, the likeliest first; whole-number weights are habits, too.
function kinds({ whole = 0, ...shares }) {
  if ("learned" in shares) shares.learned += whole;
  return Object.entries(shares).filter(([, share]) => share >= 0.01).sort((a, b) => b[1] - a[1]);
}

async function portrait(game) {
  $("portrait").textContent = t("busy");
  try {
    const found = await ask("GET", path(`/portrait?game=${encodeURIComponent(game)}`), { secret: me.secret });
    const { games: tried, knows, does_not: not, does } = found.beaten_by ?? {};
    const won = (count) => Math.round(10 * count) / 10;
    const which = knows > not ? "you_beaten" : 2 * not > tried ? "you_beaten_anyway" : "you_beaten_not";
    const beaten = tried ? t(which, { knows: won(knows), games: tried, not: won(not) }) : "";
    const how = which !== "you_beaten_not" && does?.length ? t("you_beaten_how", { does: listed(does) }) : "";
    $("portrait").replaceChildren(
      el("h2", { text: `${found.name}: ${found.title}` }),
      el("p", { text: t("you_decisions", found) }),
      el("p", { class: "words", text: t("read_you_do", { does: listed(found.habits) }) }),
      el("h3", { text: t("you_weights") }),
      el("ul", { class: "bars" }, ...found.weights.slice(0, 12).map(weight)),
      ...(found.preferences.length ? [el("h3", { text: t("you_preferences") }), el("ul", { class: "bars" }, ...found.preferences.map((each) => bar(t("you_share", { what: t("read_bar_you", { does: each.does || each.name }), share: Math.round(100 * each.share) }), each.share)))] : []),
      el("h3", { text: t("you_kinds") }),
      el("ul", { class: "bars" }, ...kinds(found.kinds).map(([kind, share]) => bar(t("you_share", { what: t("read_bar_you", { does: t(`kind_${kind}`) }), share: Math.round(100 * share) }), share))),
      el("h3", { text: t("you_depth") }),
      el("ul", { class: "bars" }, ...Object.entries(found.depths).map(([plies, share]) => bar(t("you_plies", { plies, share: Math.round(100 * share) }), share))),
      el("p", { text: t("you_errs", { share: Math.round(100 * found.error_rate) }) }),
      el("h3", { text: t("you_beaten_heading") }),
      el("p", { text: `${beaten} ${how}` }),
      el("details", {}, el("summary", { text: t("you_model") }), el("pre", { class: "wrapped", text: found.model, tabindex: 0 })),
    );
  } catch (error) {
    $("portrait").textContent = "";
    throw error;
  }
}

$("who").onsubmit = (event) => {
  event.preventDefault();
  me = { name: $("oldname").value.trim(), secret: $("secret").value.trim() };
  attempt(open, $("entersaid"));
};
$("joining").onsubmit = (event) => {
  event.preventDefault();
  attempt(async () => {
    me = await ask("POST", "/api/people", { body: { name: $("name").value, agreed: $("agree").checked } });
    $("note").textContent = t("you_keep_secret", { secret: me.secret });
    await open();
  }, $("joinsaid"));
};
$("download").onclick = () => attempt(async () => save("games.jsonl", await ask("GET", path("/download"), { secret: me.secret, text: true })));
$("delete").onclick = () =>
  attempt(async () => {
    if (!confirm(t("you_sure"))) return;
    await ask("DELETE", path(), { secret: me.secret });
    memory.set("name", null);
    me = null;
    $("mine").hidden = true;
    $("doors").hidden = false;
    $("portrait").replaceChildren();
    $("note").textContent = t("you_deleted");
  });
if (me) attempt(open);
