/* What the daily's pages do beyond plain links and forms: tell the time zone, count down, and share. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);

  // --- The player's own date ----------------------------------------------------------------------
  // The server goes by the zone in this cookie. If the page was made for another date, it is asked for again, once.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookie = zone && `tz=${zone}`; // of letters, digits and / _ + -, which a cookie takes as they are
  if (cookie && !document.cookie.split("; ").includes(cookie)) {
    document.cookie = `${cookie};path=/;max-age=34560000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
    const told = document.cookie.split("; ").includes(cookie);
    if (told && find("[data-own-day]")) location.reload();
  }

  // --- Countdown --------------------------------------------------------------------------------------
  const countdown = find("[data-until]");
  if (countdown) {
    const timer = countdown.querySelector("[role=timer]");
    const shown = timer.querySelector("b");
    const until = Date.parse(countdown.dataset.until);
    const two = (number) => String(number).padStart(2, "0");
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1000);
      if (left <= 0) {
        // A clock that is ahead of the server's must not ask it over and over.
        setTimeout(() => location.reload(), timer.hidden ? 30_000 : 0);
        return;
      }
      shown.textContent = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
      timer.hidden = false;
      setTimeout(tick, 1000);
    };
    tick();
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
