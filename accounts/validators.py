"""What a password must be, where Django has no words for it in all our languages."""

from __future__ import annotations

from django.contrib.auth import password_validation
from django.utils.translation import ngettext


class MinimumLengthValidator(password_validation.MinimumLengthValidator):
    """Django's own, whose refusal is English in Italian and in Arabic, and who says "usted" in Spanish."""

    def get_error_message(self) -> str:
        return ngettext(
            "A password needs at least %(number)d character.",
            "A password needs at least %(number)d characters.",
            self.min_length,
        ) % {"number": self.min_length}

    def get_help_text(self) -> str:
        return self.get_error_message()
