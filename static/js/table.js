/* What the table does beyond plain forms: speaks, keeps the focus, takes keys, and never swaps in what is no table. */
(() => {
  "use strict";
  const DOUBLE_TAP = 300; // ms in which a second tap at the same place is the same tap

  const find = (selector) => document.querySelector(selector);
  const table = () => find("#table");
  const live = find("#live");
  const trouble = find("#trouble");
  const retry = find("[data-retry]");
  const keySwitch = find("[data-keys]");

  let lastPress = { time: 0, x: 0, y: 0, answered: false };
  let lastSent = null; // the button to press again when an answer did not come

  // Clear, then set: the same sentence twice in a row is spoken twice.
  const say = (text) => {
    live.textContent = "";
    setTimeout(() => { live.textContent = text; }, 100);
  };

  // --- Animation: any tap or key shows the final state at once ---------------------------------
  // Who wants to be waited for is: each full trick then stays until the next tap or key. What one points at is
  // never waited with: pressing a control shows the final state, and does what it does.
  let toHold = []; // the full tricks that are still to come, or to be looked at
  let timer = 0;
  const hint = find(".wait-hint"); // what to do then; not part of every answer
  const isHeld = () => table().classList.contains("held");
  const moves = () => table().getAnimations({ subtree: true }).filter((move) => move.animationName);
  const startOf = (trick) => trick.getAnimations()[0].effect.getComputedTiming().delay;
  const beatOf = (part) => Number(getComputedStyle(part).getPropertyValue("--at"));

  const hold = () => {
    clearTimeout(timer);
    const [trick] = toHold;
    table().classList.add("held");
    table().append(hint);
    hint.hidden = false;
    if (table().classList.contains("still")) {
      trick.classList.add("laid");
      for (const part of table().querySelectorAll(".late, .gone")) part.classList.toggle("yet", beatOf(part) >= beatOf(trick));
      return;
    }
    const at = startOf(trick);
    for (const move of moves()) {
      if (move.effect.getComputedTiming().endTime < at) continue;
      move.pause();
      move.currentTime = at;
    }
  };
  const holdWhenFull = () => {
    const [trick] = toHold;
    if (!trick) return;
    if (table().classList.contains("still")) hold();
    else timer = setTimeout(hold, startOf(trick) - trick.getAnimations()[0].currentTime);
  };
  const goOn = () => {
    const trick = toHold.shift();
    table().classList.remove("held");
    hint.hidden = true;
    if (table().classList.contains("still")) {
      trick.classList.remove("laid");
      if (!toHold.length) finish();
    } else {
      for (const move of moves()) if (move.playState === "paused") move.play();
    }
    holdWhenFull();
  };
  const finish = () => {
    clearTimeout(timer);
    if (toHold.length) hint.hidden = true;
    toHold = [];
    table().classList.remove("held", "still");
    table().classList.add("done");
  };
  const start = () => {
    clearTimeout(timer);
    toHold = hint && "wait" in table().dataset ? [...table().querySelectorAll(".swept")] : [];
    if (toHold.length && !toHold[0].getAnimations().length) table().classList.add("still");
    holdWhenFull();
  };
  const tapped = (event) => {
    if (!toHold.length || event.target.closest("button, input, label, a, [popover]")) finish();
    else if (isHeld()) goOn();
    else hold();
  };
  addEventListener("pointerdown", tapped, true);
  addEventListener("keydown", (event) => {
    const isPress = event.key === "Enter" || event.key === " ";
    if (isPress && toHold.length && event.target.closest(".card")) {
      // The focus was laid on this card by us: the key means the trick.
      event.preventDefault();
      event.stopPropagation();
    } else if (!toHold.length || isPress) {
      tapped(event);
      return;
    }
    if (isHeld()) goOn();
    else hold();
  }, true);

  // --- One press is one press --------------------------------------------------------------------
  // A held key, or the second half of a double click, would hit whatever the answer put in that place.
  // Browsers count the clicks of a mouse; taps are told by their place and time.
  addEventListener("click", (event) => {
    if (!event.target.closest("#table button")) return;
    const again = event.pointerType === "mouse"
      ? event.detail > 1
      : event.detail && event.timeStamp - lastPress.time < DOUBLE_TAP
        && Math.hypot(event.clientX - lastPress.x, event.clientY - lastPress.y) < 30;
    if (again && lastPress.answered) {
      event.preventDefault();
      event.stopPropagation();
    } else {
      lastPress = { time: event.timeStamp, x: event.clientX, y: event.clientY, answered: false };
    }
  }, true);
  addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });

  // --- Who confirms each card: a second press on the chosen one plays it ------------------------------
  let chosen = null;
  let chosenAt = 0;
  addEventListener("click", (event) => {
    if (!event.target.matches(".confirm [type=radio]")) return;
    if (event.target !== chosen) chosenAt = event.timeStamp;
    else if (event.timeStamp - chosenAt > DOUBLE_TAP) chosen.form.elements.action.click();
    chosen = event.target;
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(".confirm [type=radio]:not(:checked)")) {
      event.preventDefault();
      event.target.click();
    }
  });

  // Pressed with nothing chosen: what the button says is said, in the language of the page and over nothing.
  addEventListener("invalid", (event) => {
    event.preventDefault();
    const { form } = event.target;
    if (event.target !== form.querySelector("input:invalid")) return;
    event.target.focus();
    say(form.querySelector(".go").innerText);
  }, true);

  // --- Answers --------------------------------------------------------------------------------------
  const showTrouble = () => {
    trouble.hidden = false;
    if (document.activeElement === document.body) retry.focus();
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    trouble.hidden = true;
    lastSent = event.detail.requestConfig.triggeringEvent.submitter;
    // Safari gives a button no focus when it is pressed; what was sent stays lifted by it.
    if (lastSent && !lastSent.form.contains(document.activeElement)) lastSent.focus({ preventScroll: true });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.getResponseHeader("X-Table") === null) {
      event.detail.shouldSwap = false;
      showTrouble();
      return;
    }
    const version = /data-version="(\d+)"/.exec(xhr.responseText);
    if (version && Number(version[1]) < Number(table().dataset.version)) event.detail.shouldSwap = false;
  });
  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"]) {
    document.addEventListener(failure, showTrouble);
  }
  retry.addEventListener("click", () => {
    trouble.hidden = true;
    // A click, not requestSubmit: htmx sends the button that was clicked last and is not left yet.
    if (lastSent && lastSent.isConnected) lastSent.click();
    else location.reload();
  });

  document.addEventListener("htmx:afterSettle", () => {
    lastPress.answered = true;
    start();
    say(table().dataset.announce);
    const next = find("#table :is(h1, h2)[tabindex], #table .pad [type=radio]:enabled, #table [type=checkbox], "
      + "#table button.card:not([aria-disabled=true]), #table .confirm [type=radio]:not([aria-disabled=true])") || table();
    next.focus({ preventScroll: true });
  });

  // --- Keys: each goes to a region or control that is on the screen --------------------------------
  // The switch in the help works at once, and is one of the settings. Should that not arrive, the page of settings is there.
  keySwitch.addEventListener("change", () => {
    const { form } = keySwitch;
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), keepalive: true }).catch(() => {});
  });

  // What a screen reader would read: a picture by its name.
  const wordsOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    if (node.getAttribute("aria-hidden") === "true") return "";
    if (node.getAttribute("role") === "img") return node.getAttribute("aria-label");
    return [...node.childNodes].map(wordsOf).filter(Boolean).join(" ");
  };

  const goTo = (place) => {
    const open = "popover" in HTMLElement.prototype ? find(":popover-open") : null;
    if (open && open !== place) open.hidePopover();
    if (!place.getClientRects().length) place.showPopover();
    const card = place.matches(".hand") && place.querySelector("button, input");
    (card || place).focus();
    if (!card) say(wordsOf(place));
  };

  const moveAmongCards = (card, step) => {
    const cards = [...find("#hand").children];
    let at = cards.indexOf(card.closest("li"));
    do at += step; while (cards[at] && !cards[at].firstElementChild);
    const next = cards[at] && cards[at].querySelector("button, input");
    if (next) next.focus();
  };
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const card = event.target.closest("#hand .card");
    if (card && STEPS[event.key]) {
      event.preventDefault();
      moveAmongCards(card, STEPS[event.key]);
      return;
    }
    if (!keySwitch.checked) return;
    const key = event.shiftKey ? event.key : event.key.toLowerCase();
    const place = /^[a-z?]$/i.test(key) && find(`[data-key="${key}"]`);
    if (place) {
      event.preventDefault();
      place.classList.add("by-key");
      goTo(place);
    }
  });

  start();

  // The address says from where on to show the steps. They have been shown: loaded again, the table stands still.
  history.replaceState(null, "", location.pathname);

  // A page from the browser's memory may be many moves old.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
