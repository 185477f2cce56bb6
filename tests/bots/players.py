"""Players to measure a bot against."""


class Chance:
    """Plays any legal action."""

    name = "chance"
    version = "1"

    def choose(self, view, rng):
        return rng.choice(view.legal)


class Silent:
    """Passes always; with four of these no game ends."""

    name = "silent"
    version = "1"

    def choose(self, view, rng):
        return view.legal[0]
