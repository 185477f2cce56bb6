/* What the daily's pages do beyond plain links and forms: find the own date, count down, and share. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);

  // --- The player's own date ----------------------------------------------------------------------
  // The page is made for the date of UTC, or of the zone that the session knows from an earlier game. Should it be another
  // date here, the page is asked for again with the zone. The press on Play tells the zone too, for all later visits.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  for (const field of document.querySelectorAll("[name=zone]")) field.value = zone;
  const two = (number) => String(number).padStart(2, "0");
  const now = new Date();
  const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const day = find("[data-day]");
  if (day && zone && (day.dataset.day === today) !== ("isToday" in day.dataset)) {
    const address = new URL(location);
    if (address.searchParams.get("zone") !== zone) {
      address.searchParams.set("zone", zone);
      location.replace(address);
    } else if (day.dataset.day < today) {
      // A clock that is ahead of the server's must not ask it over and over.
      setTimeout(() => location.reload(), 30_000);
    }
  }

  // --- Countdown, to midnight here and not of UTC -----------------------------------------------------
  const countdown = find(".countdown");
  if (countdown) {
    const [there, here] = countdown.children;
    const shown = here.querySelector("b");
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const tick = () => {
      const left = Math.ceil((midnight - Date.now()) / 1000);
      if (left <= 0) {
        location.reload();
        return;
      }
      shown.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      setTimeout(tick, 1000);
    };
    tick();
    there.hidden = true;
    here.hidden = false;
  }

  // --- Share: the system's own dialogue, else the clipboard; the text stands in its box in any case ----
  const box = find("[data-share]");
  const button = find("[data-share-button]");
  if (box && (navigator.share || navigator.clipboard)) {
    const done = find("[data-share-done]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      done.textContent = "";
      try {
        if (navigator.share) {
          await navigator.share({ text: box.value });
        } else {
          await navigator.clipboard.writeText(box.value);
          done.textContent = done.dataset.shareDone;
        }
      } catch (error) {
        // Closed by the person, or refused: the text is selected, ready to be copied by hand.
        if (error.name !== "AbortError") box.select();
      }
    });
  }
})();
