"""Django's words that our forms can show, said again: our catalogues win over Django's.

Django's Spanish says "usted" where the whole site says "tú", and its words for a thing are not always ours. Here
they stand so that the catalogues keep them; tests/accounts/test_borrowed.py looks at every form.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

WORDS = [
    _("This field is required."),
    _("Enter a valid email address."),
    _("Null characters are not allowed."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("The password is too similar to the %(verbose_name)s."),
    _("This password is too common."),
    _("New password"),
    _("New password confirmation"),
    _("The two password fields didn’t match."),
    _("Enter the same password as before, for verification."),
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    _("username"),
    _("email address"),
]
