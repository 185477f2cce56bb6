"""The pages about oneself: a name, an account, moving to another device, leaving."""

from __future__ import annotations

import json
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib import auth
from django.contrib.auth import views as auth_views
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

import games.services
from accounts import presenters, selectors, services
from accounts.forms import (
    CodeForm,
    DeleteForm,
    EmailForm,
    LogInForm,
    NameForm,
    PasswordForm,
    ResetForm,
    SignUpForm,
)
from accounts.models import User
from games.context import PLAYER, player_key
from games.views import current_player, get_only, page_or_form, post_only
from leaderboards import names
from leaderboards import selectors as boards
from leaderboards import views as pages
from leaderboards.nicknames import NameRefused
from leaderboards.services import ensure_profile
from leaderboards.services.naming import choose_name, drop_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.contrib.auth.forms import PasswordResetForm
    from django.http import HttpRequest

    from games.models import Player

#: Where the session keeps the key of who the device was before: a history is offered to be merged, and after
#: logging out all is as it was.
OFFER = "offer"


def user_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def see(name: str, **query: Any) -> HttpResponse:
    """Go on to a page after a form."""
    return HttpResponse(status=303, headers={"Location": reverse(name, query=query)})


def members_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Who is not logged in is shown how to."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if user_of(request) is None:
            return see("log_in")
        return view(request, *args, **kwargs)

    return wrapped


def _form_page(
    request: HttpRequest, title: str, form: forms.BaseForm, **context: Any
) -> HttpResponse:
    status = 422 if form.errors else 200
    context |= {"title": title, "form": form}
    return render(request, "accounts/form.html", context, status=status)


# --- Oneself -------------------------------------------------------------------------------------


@get_only
@never_cache
def you(request: HttpRequest) -> HttpResponse:
    return _you(request)


def _you(request: HttpRequest, name_form: NameForm | None = None) -> HttpResponse:
    user = user_of(request)
    profile = boards.profile_of(player_key(request))
    own = selectors.anonymous_player(player_key(request))
    page = presenters.present_you(
        profile,
        user,
        selectors.history_of(user.player if user else own),
        _offered(request, user),
    )
    form = name_form or NameForm(initial={"name": page.chosen})
    context = {"you": page, "form": form, "is_saved": "saved" in request.GET}
    status = 422 if form.errors else 200
    return render(request, "accounts/you.html", context, status=status)


def _offered(request: HttpRequest, user: User | None) -> selectors.History | None:
    """What the device's own history holds, once somebody is logged in."""
    if user is None:
        return None
    return selectors.history_of(
        selectors.anonymous_player(request.session.get(OFFER, ""))
    )


@post_only
def name(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    if form.is_valid():
        profile = ensure_profile(current_player(request))
        try:
            choose_name(
                profile=profile, text=form.cleaned_data["name"], now=pages.clock()
            )
        except NameRefused as refused:
            form.add_error("name", str(names.PROBLEMS[refused.problem]))
        else:
            return see("you", saved=1)
    return _you(request, form)


@post_only
def name_drop(request: HttpRequest) -> HttpResponse:
    profile = boards.profile_of(player_key(request))
    if profile is not None:
        drop_name(profile=profile)
    return see("you", saved=1)


@get_only
@never_cache
def data(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    own = selectors.anonymous_player(player_key(request))
    player = user.player if user else own
    found = selectors.own_data(user=user, player=player, now=pages.clock())
    found["time_zone"] = request.session.get(pages.ZONE)
    return HttpResponse(
        json.dumps(found, ensure_ascii=False, indent=1) + "\n",
        content_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="bideuchre-data.json"'},
    )


@get_only
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/privacy.html")


# --- Accounts ------------------------------------------------------------------------------------


@page_or_form
@never_cache
@sensitive_post_parameters("password")
def sign_up(request: HttpRequest) -> HttpResponse:
    if user_of(request):
        return see("you")
    own = selectors.anonymous_player(player_key(request))
    history = selectors.history_of(own)
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if history is None:
        del form.fields["adopt"]
    if form.is_valid():
        adopt = form.cleaned_data.get("adopt", True)
        try:
            user = services.sign_up(
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                email=form.cleaned_data["email"],
                player=own if adopt else None,
                address=pages.address_of(request),
                now=pages.clock(),
            )
        except NameRefused as refused:
            form.add_error("name", str(names.PROBLEMS[refused.problem]))
        except services.TooManyTries:
            form.add_error(None, _("Many accounts were made from here today."))
        else:
            _enter(request, user)
            return see("you")
    text = presenters.history_text(history) if history else ""
    return _form_page(
        request,
        _("Sign up"),
        form,
        button=_("Sign up"),
        intro=_(
            "An account keeps your games when you change devices. It is not needed to play."
        ),
        aside=_("On this device: %(history)s") % {"history": text} if text else "",
    )


def _enter(request: HttpRequest, user: User) -> None:
    """Log in, with the account's player; what else this device has is kept to be offered."""
    before = selectors.anonymous_player(player_key(request))
    # The session gets a new key here. The player's own key is another, so no game is lost.
    auth.login(request, user)
    player = services.ensure_player(user)
    if before is not None and before.pk != player.pk:
        if selectors.history_of(before) or before.preferences:
            request.session[OFFER] = before.key
        # How the device was set is no history: an account that has set nothing takes it over at once.
        games.services.inherit_preferences(source=before, target=player)
    request.session[PLAYER] = player.key


@page_or_form
@never_cache
@sensitive_post_parameters("password")
def log_in(request: HttpRequest) -> HttpResponse:
    if user_of(request):
        return see("you")
    form = LogInForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        user = auth.authenticate(
            request,
            username=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
        )
        if user is not None:
            _enter(request, user)
            return see("you")
        if getattr(request, "too_many_tries", False):
            text = _("Too many tries. Please wait a quarter of an hour.")
        else:
            text = _("There is no such account, or the password is another.")
        form.add_error(None, text)
    return _form_page(
        request,
        _("Log in"),
        form,
        button=_("Log in"),
        links=[
            (reverse("password_reset"), _("I have forgotten the password")),
            (reverse("sign_up"), _("I have no account yet")),
            (reverse("recover"), _("I have a recovery code")),
        ],
    )


@post_only
def log_out(request: HttpRequest) -> HttpResponse:
    kept = selectors.anonymous_player(request.session.get(OFFER))
    auth.logout(request)
    if kept is not None:
        # What the device had before, and was not merged, is there again.
        request.session[PLAYER] = kept.key
    return see("you")


@page_or_form
@never_cache
@members_only
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        # This session stays; all others of the account end, at the tables too (`User.save`).
        form.save()
        auth.update_session_auth_hash(request, user)
        request.session[PLAYER] = services.ensure_player(user).key
        return see("you", saved=1)
    return _form_page(
        request, _("Change the password"), form, button=_("Change the password")
    )


@page_or_form
@never_cache
@members_only
def email(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    form = EmailForm(
        request.POST if request.method == "POST" else None,
        initial={"email": user.email},
    )
    if form.is_valid():
        services.save_email(user=user, email=form.cleaned_data["email"])
        return see("you", saved=1)
    return _form_page(request, _("E-mail address"), form, button=_("Save"))


@page_or_form
@never_cache
@members_only
@sensitive_post_parameters("password")
def delete(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if user.check_password(form.cleaned_data["password"]):
            services.delete_account(user=user, now=pages.clock())
            kept = selectors.anonymous_player(request.session.get(OFFER))
            auth.logout(request)
            if kept is not None:
                request.session[PLAYER] = kept.key
            return see("you")
        form.add_error("password", _("This is not your password."))
    return _form_page(
        request,
        _("Delete the account"),
        form,
        button=_("Delete everything"),
        intro=_(
            "The account, your name, all your games and results are deleted at once, and cannot be brought back."
        ),
        links=[(reverse("data"), _("Download my data first"))],
    )


# --- The history of this device ------------------------------------------------------------------


@post_only
@members_only
def merge(request: HttpRequest) -> HttpResponse:
    source = selectors.anonymous_player(request.session.get(OFFER))
    if source is not None:
        services.merge(
            source=source, user=cast("User", request.user), now=pages.clock()
        )
    request.session.pop(OFFER, None)
    return see("you", saved=1)


@post_only
def code_new(request: HttpRequest) -> HttpResponse:
    own = selectors.anonymous_player(player_key(request))
    if own is None:
        return see("you")
    code = services.make_code(player=own, now=pages.clock())
    response = render(request, "accounts/code.html", {"code": code})
    response.headers["Cache-Control"] = "no-store"
    return response


@page_or_form
@never_cache
@sensitive_post_parameters("code")
def recover(request: HttpRequest) -> HttpResponse:
    if user_of(request):
        return see("you")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            player = services.use_code(
                code=form.cleaned_data["code"],
                address=pages.address_of(request),
                now=pages.clock(),
            )
        except services.CodeUnknown:
            form.add_error(
                "code", _("This code is not known. Each works once, and only the last.")
            )
        except services.TooManyTries:
            form.add_error(
                "code", _("Too many codes were tried from here. Please wait a day.")
            )
        else:
            _become(request, player)
            return see("you", saved=1)
    return _form_page(
        request,
        _("Bring my games here"),
        form,
        button=_("Bring my games here"),
        intro=_(
            "On the other device, the page about you gives a recovery code. What has been played here is added to it."
        ),
    )


def _become(request: HttpRequest, player: Player) -> None:
    """Be that player from now on, with what this device had before."""
    own = selectors.anonymous_player(player_key(request))
    if own is not None:
        services.merge_anonymous(source=own, target=player, now=pages.clock())
    request.session.cycle_key()
    request.session[PLAYER] = player.key


# --- A forgotten password ------------------------------------------------------------------------


class Reset(auth_views.PasswordResetView):
    form_class = ResetForm
    template_name = "accounts/form.html"
    email_template_name = "accounts/reset_email.txt"
    subject_template_name = "accounts/reset_subject.txt"
    success_url = reverse_lazy("password_reset_done")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        # Nobody's mailbox is flooded from here; the answer is the same.
        if services.may_ask_for_reset(
            email=form.cleaned_data["email"],
            address=pages.address_of(self.request),
            now=pages.clock(),
        ):
            # Beside the answer, known or not: a mail takes its time, and that would tell who has an account.
            send = partial(
                form.save,
                email_template_name=self.email_template_name,
                subject_template_name=self.subject_template_name,
                use_https=self.request.is_secure(),
                request=self.request,
            )
            services.do_beside(send)
        return redirect(self.success_url)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "title": _("A forgotten password"),
            "button": _("Send me a link"),
            "intro": _(
                "If your account has an e-mail address, a link goes there with which you can set a new password."
            ),
        }


class ResetConfirm(auth_views.PasswordResetConfirmView):
    template_name = "accounts/form.html"
    success_url = reverse_lazy("log_in")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "title": _("A new password")
            if self.validlink
            else _("This link is no longer good"),
            "button": _("Set the password"),
            "links": []
            if self.validlink
            else [(reverse("password_reset"), _("Ask for another"))],
        }


@get_only
def reset_done(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/reset_done.html")
