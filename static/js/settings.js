/* A setting is saved, and seen, as soon as it is chosen. Without this script the page has its button. */
(() => {
  "use strict";
  const SHOWN = 4000; // ms that the word of success stays

  const find = (selector) => document.querySelector(selector);
  const form = find("[data-settings]");
  const saved = find("#saved");
  const trouble = find("#trouble");
  const root = document.documentElement;

  // Changes are counted: what was changed, what the last request carried, and what has arrived.
  let changed = 0;
  let sent = 0;
  let arrived = 0;
  let timer = 0;

  const say = (shown) => {
    clearTimeout(timer);
    if (shown) timer = setTimeout(say, SHOWN);
    else saved.textContent = "";
  };

  if (!window.htmx) return;
  find("[data-save]").hidden = true;

  form.addEventListener("change", () => {
    changed += 1;
    say(false);
    root.dataset.theme = form.elements.theme.value;
    root.dataset.deck = form.elements.deck.value;
  });

  document.addEventListener("htmx:beforeRequest", () => {
    sent = changed;
    trouble.hidden = true;
  });
  // "Saved" is said of everything: not while a later change is still to be sent.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.shouldSwap) return;
    arrived = sent;
    event.detail.shouldSwap = arrived === changed;
    say(event.detail.shouldSwap);
  });
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(failure, () => { trouble.hidden = false; });
  }
  find("[data-retry]").addEventListener("click", () => {
    trouble.hidden = true;
    form.dispatchEvent(new Event("change"));
  });

  // Who leaves at once after a change does not lose it.
  addEventListener("pagehide", () => {
    if (arrived === changed || !trouble.hidden) return;
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true, redirect: "manual" }).catch(() => {});
  });
})();
