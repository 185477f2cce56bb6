"""Computer players. Each sees a `SeatView` and never a hand; none knows Django."""
