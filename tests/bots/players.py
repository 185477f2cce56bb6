"""Players to measure a bot against."""


class Chance:
    """Plays any legal action."""

    name = "chance"
    version = "1"

    def choose(self, view, rng):
        return rng.choice(view.legal)
