"""Every change to an account: signing up, merging, recovering, deleting, purging."""

from __future__ import annotations

import hashlib
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, connections, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language, override

import games.services
from accounts.models import Recovery, User
from games.models import Game, Player
from leaderboards import nicknames, services
from leaderboards.models import Profile
from leaderboards.nicknames import NameRefused, Problem
from leaderboards.services.limits import forget_limits, give_back, spend
from leaderboards.services.merging import forget_player, merge_players
from leaderboards.services.naming import choose_name
from leaderboards.services.networks import forget_networks, network_hash
from leaderboards.services.players import TAG_LETTERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

logger = logging.getLogger(__name__)

#: Few, so that a mail server that hangs holds up nothing else.
_BESIDE = ThreadPoolExecutor(2, "beside")

#: Failed log-ins with one name from one network, from one network, and with one name, in PERIOD.
TRIES, NETWORK_TRIES, NAME_TRIES = 8, 40, 200
PERIOD = timedelta(minutes=15)
#: Accounts that a network may make, and codes that it may try, in a day.
SIGN_UPS, CODES = 10, 20
#: Mails with a link to a new password, to an address and from a network, in a day.
RESETS = 5
A_DAY = timedelta(days=1)

#: Letters of a recovery code: 98 bits.
CODE_LENGTH = 20
#: A plain game that nobody touches for so long is over.
ABANDONED = timedelta(days=90)
#: A player without a game or a name is kept so long: somebody may be choosing. Who has set something is kept
#: while their cookie may last.
EMPTY = timedelta(days=30)
MOST_PURGED = 500


class TooManyTries(Exception):
    """Too often in a short time; later it works again."""


class CodeUnknown(Exception):
    """No player has this recovery code: mistyped, used, or replaced by a newer one."""


# --- Accounts ------------------------------------------------------------------------------------


def sign_up(
    *,
    name: str,
    password: str,
    email: str,
    player: Player | None,
    address: str,
    now: datetime,
) -> User:
    """Make an account. The player of this device becomes the account's, with all that they have.

    Args:
        player: None for a new one.

    Raises:
        NameRefused: it is no name that one can have, or somebody has it.
        TooManyTries
    """
    name = nicknames.clean_name(name)
    # Asked before a sign-up is counted, and a password hashed; the database has the last word.
    if _is_taken(name, player):
        raise NameRefused(Problem.TAKEN)
    network = network_hash(address, now.date())
    if not spend(what="sign up", who=network, most=SIGN_UPS, period=A_DAY, now=now):
        raise TooManyTries
    try:
        with transaction.atomic():
            if player is not None:
                # One account for a player: of two requests at once the second sees the first one's here.
                Player.objects.select_for_update(no_key=True).filter(
                    pk=player.pk
                ).first()
                player = Player.objects.filter(pk=player.pk, user=None).first()
            if player is None:
                player = games.services.create_player()
            user = User.objects.create_user(name, email, password, player=player)
            profile = services.ensure_profile(player)
            if not profile.name:
                choose_name(profile=profile, text=name, now=now)
    except IntegrityError:
        raise NameRefused(Problem.TAKEN) from None
    return user


def _is_taken(name: str, player: Player | None) -> bool:
    """Whether somebody logs in by this name or, unless this player has another, is called like it."""
    if User.objects.filter(username=User.normalize_username(name)).exists():
        return True
    own = Profile.objects.filter(player=player).first() if player else None
    if own is not None and own.name:
        return False
    alike = Profile.objects.filter(name_skeleton=nicknames.skeleton(name))
    return alike.exists()


def ensure_player(user: User) -> Player:
    """The account's player; who runs the site has none until they play."""
    if user.player is None:
        with transaction.atomic():
            user = User.objects.select_for_update().get(pk=user.pk)
            if user.player is None:
                user.player = games.services.create_player()
                user.save(update_fields=["player"])
    assert user.player is not None
    return user.player


def save_email(*, user: User, email: str) -> None:
    """Keep another address of an account, or none.

    Raises:
        PlayerGone: the account was deleted meanwhile.
    """
    if not User.objects.filter(pk=user.pk).update(email=email):
        raise games.services.PlayerGone


def merge(*, source: Player, user: User, now: datetime) -> bool:
    """Give the history of a device to an account. Done again it changes nothing.

    Returns:
        Whether there was something to give.
    """
    if User.objects.filter(player=source).exists():
        return False
    return merge_players(source=source, target=ensure_player(user), now=now)


def merge_anonymous(*, source: Player, target: Player, now: datetime) -> bool:
    """Give the history of a device to another anonymous player, whose recovery code was shown."""
    if User.objects.filter(player=source).exists():
        return False
    return merge_players(source=source, target=target, now=now)


def delete_account(*, user: User, now: datetime) -> None:
    """Delete an account, and everything of its player."""
    with transaction.atomic():
        player = user.player
        user.delete()
        if player is not None:
            forget_player(player=player, now=now)


# --- Limits of log-in ----------------------------------------------------------------------------


def _tries(name: str, address: str, now: datetime) -> list[tuple[str, int]]:
    network = network_hash(address, now.date())
    name = User.normalize_username(name)
    return [
        (f"{name} {network}", TRIES),
        (network, NETWORK_TRIES),
        (name, NAME_TRIES),
    ]


def count_try(*, name: str, address: str, now: datetime) -> None:
    """Count a try to log in before the password is looked at.

    Raises:
        TooManyTries
    """
    for who, most in _tries(name, address, now):
        if not spend(what="log in", who=who, most=most, period=PERIOD, now=now):
            raise TooManyTries


def forget_tries(*, name: str, address: str, now: datetime) -> None:
    """After the right password earlier slips count no longer; those of the network do."""
    own, _, _ = _tries(name, address, now)
    give_back(what="log in", who=own[0])


def may_ask_for_reset(*, email: str, address: str, now: datetime) -> bool:
    """Whether a mail with a link may be sent: a few to an address, and from a network, in a day."""
    network = network_hash(address, now.date())
    limits = [
        spend(what="mail", who=who, most=RESETS, period=A_DAY, now=now)
        for who in (email.casefold(), network)
    ]
    return all(limits)


def do_beside(work: Callable[[], object]) -> None:
    """Do something after the answer, in the language of this request: how long it takes tells nobody anything.

    In a thread, since there may be no broker. What fails is logged; what is waiting when the site stops is still done.
    """
    language = get_language()

    def run() -> None:
        try:
            with override(language):
                work()
        except Exception:
            logger.exception("what was to be done beside an answer failed")
        finally:
            connections.close_all()

    _BESIDE.submit(run)


# --- Recovery codes ------------------------------------------------------------------------------


def make_code(*, player: Player, now: datetime) -> str:
    """A new recovery code of a player; an earlier one is void. It is shown once and not kept.

    Raises:
        PlayerGone
    """
    code = "".join(secrets.choice(TAG_LETTERS) for _ in range(CODE_LENGTH))
    with transaction.atomic():
        games.services.locked_player(player.pk)
        Recovery.objects.update_or_create(
            player=player, defaults={"code_sha256": _hash(code), "created_at": now}
        )
    return "-".join(code[i : i + 5] for i in range(0, CODE_LENGTH, 5))


def use_code(*, code: str, address: str, now: datetime) -> Player:
    """The player whose code this is. It works once.

    Raises:
        CodeUnknown, TooManyTries
    """
    network = network_hash(address, now.date())
    if not spend(what="code", who=network, most=CODES, period=A_DAY, now=now):
        raise TooManyTries
    letters = "".join(sign for sign in code.upper() if sign.isalnum())
    with transaction.atomic():
        found = (
            Recovery.objects.select_for_update(of=["self"])
            .select_related("player")
            .filter(code_sha256=_hash(letters), player__user=None)
            .first()
        )
        if found is None:
            raise CodeUnknown
        player = found.player
        found.delete()
    return player


def _hash(code: str) -> str:
    # Nobody guesses 98 random bits, so a quick hash does.
    return hashlib.sha256(code.encode()).hexdigest()


# --- Purging -------------------------------------------------------------------------------------


def purge(now: datetime) -> dict[str, int]:
    """Delete what nobody needs: sessions past their time, abandoned games, empty players, old hashes.

    Returns:
        How many of each are gone.
    """
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    done = {
        "network hashes": forget_networks(now),
        "limits": forget_limits(now),
        "abandoned games": _purge_games(now),
        "empty players": _purge_players(now),
    }
    services.beat("purge", now)
    return done


def _purge_games(now: datetime) -> int:
    """Plain games only: a daily is part of a history."""
    gone = 0
    while True:
        abandoned = Game.objects.filter(
            kind="", winner="", played_at__lt=now - ABANDONED
        ).values_list("pk", flat=True)[:MOST_PURGED]
        ids = list(abandoned)
        # One that was taken up again meanwhile stays.
        Game.objects.filter(
            pk__in=ids, winner="", played_at__lt=now - ABANDONED
        ).delete()
        gone += len(ids)
        if len(ids) < MOST_PURGED:
            return gone


def _purge_players(now: datetime) -> int:
    empty = Player.objects.filter(
        ~Exists(Game.objects.filter(player=OuterRef("pk"))),
        ~Exists(Profile.objects.filter(player=OuterRef("pk"))),
        created_at__lt=now - EMPTY,
        user=None,
    ).exclude(
        ~Q(preferences={}),
        created_at__gte=now - timedelta(seconds=settings.SESSION_COOKIE_AGE),
    )
    ids = list(empty.order_by("pk").values_list("pk", flat=True)[: 20 * MOST_PURGED])
    for i in range(0, len(ids), MOST_PURGED):
        empty.filter(pk__in=ids[i : i + MOST_PURGED]).delete()
    return len(ids)
