import { $, ask, capital, complain, el, listed, openTable, running, t, translate } from "./common.js";

translate();

function card(game) {
  const [usual] = game.presets; // the variant that most people know
  const said = el("p", { role: "alert", class: "problem" });
  const play = async (kinds) => {
    complain(null, said);
    try {
      await openTable({ game: usual?.spec ?? game.name, seats: kinds });
    } catch (error) {
      complain(error, said);
    }
  };
  const others = (mine) => Array.from({ length: usual?.players ?? game.players }, (_, seat) => ({ kind: mine && seat === 0 ? "me" : "player" }));
  const about = `${t("home_players", { players: game.allowed })}${game.hidden ? ", " + t("home_hidden") : ""}`;
  return el(
    "li",
    { "data-game": game.name },
    el("img", { src: `/api/games/${encodeURIComponent(game.name)}/picture.svg`, alt: "", loading: "lazy" }),
    el("h2", { text: game.title }),
    el("p", { text: `${capital(game.summary)} (${about})` }),
    el("details", {}, el("summary", { text: t("table_rules") }), el("div", { class: "howto" }, ...game.rules.map((line) => el("p", { text: line })))),
    el(
      "div",
      { class: "actions" },
      el("button", { class: "primary", text: t("home_play"), "aria-label": t("home_play_label", { game: game.title }), onclick: () => play(others(true)) }),
      el("a", { class: "button", href: `/setup/${encodeURIComponent(game.name)}`, text: t("home_setup"), "aria-label": t("home_setup_label", { game: game.title }) }),
      el("button", { text: t("home_watch"), "aria-label": t("home_watch_label", { game: game.title }), onclick: () => play(others(false)) }),
    ),
    said,
  );
}

function link({ id, secret, title, against }) {
  const text = t("home_game", { game: title, names: listed(against) });
  return el("li", { class: "actions" }, el("a", { href: `/table/${id}#${secret}`, text }), el("button", { text: t("home_forget"), "aria-label": t("home_forget_label", { game: title }), onclick: (event) => (running.drop(id), event.target.closest("li").remove(), list()) }));
}

// The games of this browser that are not over.
function list() {
  $("going").hidden = !running.all().length;
}
$("tables").append(...running.all().map(link));
list();

try {
  const games = await ask("GET", "/api/games");
  $("games").append(...games.filter((each) => !each.research).map(card));
  $("research").append(...games.filter((each) => each.research).map(card));
  $("researchers").hidden = !$("research").children.length;
} catch (error) {
  complain(error);
}
