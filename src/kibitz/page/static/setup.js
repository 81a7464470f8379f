import { $, ask, capital, complain, el, memory, openTable, t, translate } from "./common.js";

translate();
const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
let counter = 0;

function field(label, input, help) {
  input.id ||= `field-${counter++}`;
  return el("div", { class: "row" }, el("label", { for: input.id, text: label }), input, help ? el("small", { text: help }) : null);
}

function choice(values, chosen, words = (value) => value) {
  return el("select", {}, ...values.map((value) => el("option", { value, selected: value === chosen, text: words(value) })));
}

// Yes and no instead of true and false.
const inWords = (value) => ({ true: t("setup_yes"), false: t("setup_no") })[value] ?? value.replaceAll("-", " ");

function labelled(key, input) {
  return el("label", {}, el("span", { text: t(key) }), input);
}

try {
  const [games, opponents] = await Promise.all([ask("GET", "/api/games"), ask("GET", "/api/opponents")]);
  const game = games.find((each) => each.name === name);
  if (!game) throw new Error(t("no_page"));
  $("heading").textContent = t("setup_heading", { game: game.title });
  $("summary").textContent = `${capital(game.summary)}.`;
  $("howto").append(...game.rules.map((line) => el("li", { text: line })));

  const options = game.options.map((option) => {
    const input = option.choices.length && !/list|number/.test(option.takes)
      ? choice(option.choices, option.value, inWords)
      : el("input", { value: "", placeholder: option.value, maxlength: 100 });
    input.dataset.option = option.name;
    $("rules").append(field(option.title, input, capital(option.choices.length ? option.help : `${option.help} (${option.takes})`)));
    return { option, input };
  });
  const check = (id, key, on) => {
    const box = el("input", { type: "checkbox", id, checked: on });
    $("agreed").append(el("label", { class: "check" }, box, el("span", { text: t(key) })));
    return box;
  };
  const undo = game.hidden ? null : check("undo", "setup_undo", true);
  const hints = check("hints", "setup_hints", true);
  const reading = check("reading", "setup_reading", false);
  const clock = el("input", { type: "number", min: 0, max: 3600, value: 0 });
  $("agreed").append(field(t("setup_clock"), clock));
  $("rules").hidden = !options.length;
  $("form").append(el("datalist", { id: "players" }, ...opponents.players.map((value) => el("option", { value }))));

  const given = () => options.filter(({ option, input }) => input.value.trim() && input.value.trim() !== option.value);
  const spec = () => {
    const written = given().map(({ option, input }) => `${option.name}=${input.value.trim()}`);
    return written.length ? `${name}(${written.join(", ")})` : name;
  };

  let seats = [];
  function seatForm(seat, kind) {
    const kinds = choice(["me", "link", "player"], kind, (value) => t(`setup_${value}`));
    const who = choice([...opponents.opponents, "other"], opponents.opponents[0], (value) => t(value === "other" ? "setup_other" : `opponent_${value}`));
    who.dataset.field = "opponent";
    const level = choice(opponents.levels, opponents.usual, (value) => t(`level_${value}`));
    const asWritten = el("option", { value: "", text: t("setup_as_written") });
    level.prepend(asWritten);
    level.dataset.field = "level";
    let wasOther = null;
    const seconds = el("input", { type: "number", min: 0.1, max: opponents.longest, step: 0.1, value: 3 });
    const written = el("input", { maxlength: 400, spellcheck: "false", autocomplete: "off", list: "players", placeholder: "mcts(simulations=200)", "aria-description": t("setup_spec_help"), "data-field": "spec" });
    const called = el("input", { maxlength: 24, value: memory.get("name")?.name ?? "", autocomplete: "nickname" });
    const parts = {
      who: labelled("setup_opponent", who),
      level: labelled("setup_level", level),
      seconds: labelled("setup_seconds", seconds),
      written: labelled("setup_spec", written),
      called: labelled("setup_name", called),
    };
    const show = () => {
      const player = kinds.value === "player";
      parts.who.hidden = !player;
      parts.level.hidden = !player || who.value === "random";
      const other = who.value === "other";
      asWritten.hidden = asWritten.disabled = !other;
      if (other !== wasOther) level.value = other ? "" : opponents.usual;
      wasOther = other;
      parts.seconds.hidden = parts.level.hidden || level.value !== "strongest";
      parts.written.hidden = !player || who.value !== "other";
      parts.called.hidden = kinds.value !== "me";
    };
    for (const each of [kinds, who, level]) each.addEventListener("change", show);
    show();
    const kindLabel = el("label", {}, el("span", { text: t("setup_seat", { seat: seat + 1 }) }), kinds);
    return {
      place: el("div", { class: "seat" }, el("div", { class: "fields" }, kindLabel, ...Object.values(parts))),
      kinds,
      show,
      value: () => ({
        kind: kinds.value,
        name: called.value,
        opponent: who.value === "other" ? "searches" : who.value,
        level: level.value,
        seconds: Number(seconds.value) || 3,
        spec: kinds.value === "player" && who.value === "other" ? written.value.trim() || null : "",
      }),
    };
  }

  function seated(count) {
    seats = Array.from({ length: count }, (_, seat) => seats[seat] ?? seatForm(seat, seat === 0 ? "me" : "player"));
    $("seats").querySelectorAll(".seat").forEach((each) => each.remove());
    $("seats").append(...seats.map((seat) => seat.place));
  }
  seated(game.players);
  const players = options.find(({ option }) => option.name === "players");
  const reseat = () => seated(Number(players?.input.value) || game.players);
  players?.input.addEventListener("change", reseat);

  // Well-known variants: choosing one fills in the rules below, and changing a rule makes them one's own.
  if (game.presets.length) {
    const variants = el("select", { id: "variant" }, ...game.presets.map(({ title, spec }, number) => el("option", { value: number, text: title, "data-spec": spec })), el("option", { value: "", text: t("setup_own_rules") }));
    const fill = () => {
      if (variants.value === "") return;
      const given = game.presets[Number(variants.value)].options;
      for (const { option, input } of options) input.value = given[option.name] ?? (input.localName === "select" ? option.value : "");
      reseat();
    };
    variants.addEventListener("change", fill);
    for (const { input } of options) input.addEventListener("change", () => (variants.value = ""));
    $("variants").append(field(t("setup_variant"), variants));
    $("variants").hidden = false;
    fill();
  }

  const start = async (watch) => {
    complain(null);
    try {
      if (seats.some((seat) => seat.value().spec === null)) throw new Error(t("setup_no_spec"));
      await openTable({
        game: spec(),
        seats: seats.map((seat) => (watch && seat.value().kind !== "player" ? { kind: "player" } : seat.value())),
        undo: undo?.checked ?? false,
        hints: hints.checked,
        reading: reading.checked,
        clock: Number(clock.value) || 0,
      });
    } catch (error) {
      complain(error);
    }
  };
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    start(false);
  });
  $("watch").addEventListener("click", () => start(true));
} catch (error) {
  complain(error);
}
