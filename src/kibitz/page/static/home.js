import { $, ask, complain, el, openTable, t, translate } from "./common.js";

translate();

function card(game) {
  const play = async (kinds) => {
    try {
      await openTable({ game: game.name, seats: kinds });
    } catch (error) {
      complain(error);
    }
  };
  const others = (mine) => Array.from({ length: game.players }, (_, seat) => ({ kind: mine && seat === 0 ? "me" : "player" }));
  const about = `${t("home_players", { players: game.allowed })}${game.hidden ? ", " + t("home_hidden") : ""}`;
  return el(
    "li",
    { "data-game": game.name },
    el("img", { src: `/api/games/${encodeURIComponent(game.name)}/picture.svg`, alt: "", loading: "lazy" }),
    el("h2", { text: game.name }),
    el("p", { text: `${game.summary} (${about})` }),
    el(
      "div",
      { class: "actions" },
      el("button", { class: "primary", text: t("home_play"), "aria-label": t("home_play_label", { game: game.name }), onclick: () => play(others(true)) }),
      el("a", { class: "button", href: `/setup/${encodeURIComponent(game.name)}`, text: t("home_setup"), "aria-label": t("home_setup_label", { game: game.name }) }),
      el("button", { text: t("home_watch"), "aria-label": t("home_watch_label", { game: game.name }), onclick: () => play(others(false)) }),
    ),
  );
}

try {
  $("games").append(...(await ask("GET", "/api/games")).map(card));
} catch (error) {
  complain(error);
}
