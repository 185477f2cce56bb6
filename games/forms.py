"""What a browser may send, and what it comes to."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

NOT_A_MOVE = _("That is not a move. The table is as it was: please choose again.")


class CardsField(forms.Field):
    """Every value of the name, in order: a card that is held twice may be chosen twice."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[str]:
        return list(value or ())


class VersionForm(forms.Form):
    """The version of the game that the page showed."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


class ActForm(VersionForm):
    """One action, as notation or as the fields of the bid pad or the exchange.

    `cleaned_data["action"]` is notation in every case.
    """

    # The longest notation is an exchange of a few cards.
    action = forms.CharField(max_length=40, required=False, strip=False)
    tricks = forms.RegexField(r"\A([0-9]{1,2}|alone)\Z", required=False)
    denomination = forms.RegexField(r"\A(S|H|C|D|NT)\Z", required=False)
    cards = CardsField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or "action" not in self.data:
            raise forms.ValidationError(NOT_A_MOVE)
        action = data.get("action")
        if action == "bid":
            tricks, denomination = data.get("tricks"), data.get("denomination")
            if not tricks or not denomination:
                raise forms.ValidationError(
                    _("Choose a number of tricks and a trump suit, or pass.")
                )
            data["action"] = f"{tricks}{denomination}"
        elif action == "exchange":
            data["action"] = " ".join(data["cards"])
        return data
