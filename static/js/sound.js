/* The sounds of the table, for who asked for them: made here of a few tones, short and soft. */
(() => {
  "use strict";
  const LOUDNESS = 0.07;
  let context = null;

  // A browser lets a page sound only after a press, and to Safari a finger has pressed when it is lifted.
  const wake = () => {
    context ??= new AudioContext();
    if (context.state !== "running") context.resume();
  };
  addEventListener("click", wake, true);
  addEventListener("keydown", wake, true);

  // A tone that is struck and dies away: hertz, seconds from now, seconds long, how loud.
  const tone = (pitch, wait, length, loud = 1, type = "sine") => {
    const at = context.currentTime + wait;
    const source = new OscillatorNode(context, { frequency: pitch, type });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setTargetAtTime(LOUDNESS * loud, at, 0.004);
    gain.gain.setTargetAtTime(0, at + 0.02, length / 4);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length + 0.1);
  };
  const chord = (pitches, wait, step, length) => pitches.forEach((pitch, i) => tone(pitch, wait + i * step, length));

  const SOUNDS = {
    card: (wait = 0) => { tone(190, wait, 0.06, 1.2, "triangle"); tone(95, wait, 0.09); },
    trick: (wait = 0) => chord([392, 523], wait, 0.06, 0.18),
    turn: (wait = 0) => tone(659, wait, 0.25, 0.6),
    made: (wait = 0) => chord([392, 494, 587, 784], wait, 0.11, 0.5),
    set: (wait = 0) => chord([392, 330, 262], wait, 0.16, 0.5),
  };
  const sound = (name, wait) => { if (context) SOUNDS[name](wait); };

  // A card that moves is heard when it lies, a trick when it goes: at every pace, held or not.
  document.addEventListener("animationend", (event) => {
    if (event.animationName === "fly") sound("card");
  });
  document.addEventListener("animationstart", (event) => {
    if (event.animationName.startsWith("sweep")) sound("trick");
  });

  // When all has been shown, or at once where nothing moves: how the hand ended, or that it is one's turn.
  document.addEventListener("htmx:afterSettle", async () => {
    const table = document.querySelector("#table");
    const shows = table.getAnimations({ subtree: true }).filter((show) => show.animationName);
    if (!shows.length && table.querySelector(".trick .c, .swept")) sound("card");
    await Promise.allSettled(shows.map((show) => show.finished));
    if (!table.isConnected) return;
    const summary = table.querySelector(".summary");
    if (!summary) sound("turn", 0.15);
    else if (summary.dataset.ended) sound(summary.dataset.ended, 0.15);
  });
})();
