import { $, ask, complain, el, memory, save, t, translate } from "./common.js";

translate();
let me = memory.get("name");
if (me) {
  $("name").value = me.name;
  $("secret").value = me.secret;
}

const path = (rest = "") => `/api/people/${encodeURIComponent(me.name)}${rest}`;

async function attempt(work) {
  complain(null);
  try {
    await work();
  } catch (error) {
    complain(error);
  }
}

async function open() {
  const { games } = await ask("GET", path(), { secret: me.secret });
  memory.set("name", me);
  $("mine").hidden = false;
  const rows = Object.entries(games).map(([game, count]) => el("li", { class: "actions" }, `${game}: ${count} `, el("button", { text: t("you_portrait"), onclick: () => attempt(() => portrait(game)) })));
  $("kept").replaceChildren(...(rows.length ? rows : [el("li", { text: t("you_none") })]));
}

function bar(name, share) {
  const fill = el("div", { class: "fill" });
  fill.style.width = `${Math.min(100, 100 * Math.abs(share))}%`;
  return el("li", {}, el("div", { class: "name" }, el("span", { text: name })), el("div", { class: "track", "aria-hidden": "true" }, fill));
}

async function portrait(game) {
  $("portrait").textContent = t("busy");
  try {
    const found = await ask("GET", path(`/portrait?game=${encodeURIComponent(game)}`), { secret: me.secret });
    const beaten = found.beaten_by?.games ? t("you_beaten", { knows: found.beaten_by.knows, games: found.beaten_by.games, not: found.beaten_by.does_not }) : "";
    $("portrait").replaceChildren(
      el("h2", { text: `${found.name}: ${found.game}` }),
      el("p", { text: t("you_decisions", found) }),
      el("p", { class: "words", text: `${found.words}. ${found.values}.` }),
      el("h3", { text: t("you_weights") }),
      el("ul", { class: "bars" }, ...found.weights.slice(0, 12).map((each) => bar(t("you_weight", { feature: each.feature.replaceAll("_", " "), weight: each.weight.toFixed(2), error: each.error.toFixed(2) }), each.weight))),
      el("h3", { text: t("you_depth") }),
      el("ul", { class: "bars" }, ...Object.entries(found.depths).map(([plies, share]) => bar(t("you_plies", { plies, share: Math.round(100 * share) }), share))),
      el("p", { text: t("you_errs", { share: Math.round(100 * found.error_rate) }) }),
      el("p", { text: beaten }),
      el("pre", { text: found.model, tabindex: 0 }),
    );
  } catch (error) {
    $("portrait").textContent = "";
    throw error;
  }
}

$("who").onsubmit = (event) => {
  event.preventDefault();
  me = { name: $("name").value.trim(), secret: $("secret").value.trim() };
  attempt(open);
};
$("join").onclick = () =>
  attempt(async () => {
    me = await ask("POST", "/api/people", { body: { name: $("name").value, agreed: $("agree").checked } });
    $("secret").value = me.secret;
    $("name").value = me.name;
    $("note").textContent = t("you_keep_secret", { secret: me.secret });
    await open();
  });
$("download").onclick = () => attempt(async () => save("games.jsonl", await ask("GET", path("/download"), { secret: me.secret, text: true })));
$("delete").onclick = () =>
  attempt(async () => {
    if (!confirm(t("you_sure"))) return;
    await ask("DELETE", path(), { secret: me.secret });
    memory.set("name", null);
    me = null;
    $("mine").hidden = true;
    $("portrait").replaceChildren();
    $("note").textContent = t("you_deleted");
  });
if (me) attempt(open);
