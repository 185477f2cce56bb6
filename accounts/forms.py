"""What is typed on the pages about oneself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

    NewPasswordForm = SetPasswordForm[User]
else:
    NewPasswordForm = SetPasswordForm


class NameForm(forms.Form):
    # A picture of several joined ones is long; nicknames.py counts what one sees.
    name = forms.CharField(
        label=_("Your name"),
        max_length=400,
        widget=forms.TextInput(
            attrs={"autocomplete": "nickname", "spellcheck": "false", "dir": "auto"}
        ),
    )


class SignUpForm(NameForm):
    password = forms.CharField(
        label=_("Password"),
        max_length=1000,
        strip=False,
        help_text=_("At least 8 characters. A few words in a row are easy to keep."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label=_("E-mail address, if you like"),
        required=False,
        help_text=_("Only for a forgotten password. Nobody sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    adopt = forms.BooleanField(
        label=_("Take what I have played on this device into the account"),
        required=False,
        initial=True,
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password)
        if password.casefold() == self.cleaned_data.get("name", "").casefold():
            raise ValidationError(_("The password must not be the name."))
        return password


class LogInForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "username", "dir": "auto"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class PasswordForm(NewPasswordForm):
    """A new password, with the old one."""

    old_password = forms.CharField(
        label=_("The password that you have"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("old_password", "new_password1", "new_password2")

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."))
        return password


class EmailForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_(
            "Only for a forgotten password. Leave it empty to have it deleted."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ResetForm(PasswordResetForm):
    """Django's, with the word for an address that the other pages have."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class DeleteForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=100,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "dir": "ltr",
            }
        ),
    )
