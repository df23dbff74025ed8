"""Who may see and who may change what. What one may not see is 404, what one may not do is 403."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import names
from games.models import (
    Club,
    Device,
    DeviceCode,
    Game,
    Invitation,
    Link,
    Membership,
    Player,
    Season,
    SubmissionReusedError,
    User,
)
from games.models.devices import AGENT, DeviceQuerySet
from games.models.games import GameQuerySet

DOUBLE_TAP = timedelta(minutes=5)
BACKEND = "django.contrib.auth.backends.ModelBackend"


def games(request: HttpRequest) -> GameQuerySet:
    """List the games that this account may see."""
    return Game.objects.of(request.user)


def game_to_see(request: HttpRequest, pk: UUID, games: GameQuerySet | None = None) -> Game:
    """Return a game that this account may see, out of `games` if given; else Http404."""
    chosen = Game.objects.all() if games is None else games
    return get_object_or_404(chosen.of(request.user), pk=pk)


def game_to_score(request: HttpRequest, pk: UUID, games: GameQuerySet | None = None) -> Game:
    """Return a game that this account may change; Http404 or PermissionDenied if it may not."""
    game = game_to_see(request, pk, games)
    if not may_score(request.user, game):
        raise PermissionDenied(_("You may look on at this game, but its scorers keep the score."))
    return game


def game_to_let_go(request: HttpRequest, pk: UUID, games: GameQuerySet | None = None) -> Game:
    """Return a game that this account may give away; Http404 or PermissionDenied if it may not.

    It is the club's, so that only those who run the club take it out of there.
    """
    game = game_to_see(request, pk, games)
    if not may_let_go(request, game):
        raise PermissionDenied(_("Only those who run this club can move its games elsewhere."))
    return game


def may_let_go(request: HttpRequest, game: Game) -> bool:
    """Say whether this account may take a game out of its club."""
    return has_role(request, game.club, Membership.Role.OWNER)


def games_to_restore(request: HttpRequest) -> GameQuerySet:
    """List the deleted games that this account may bring back, the latest deleted first."""
    if not request.user.is_authenticated:
        return Game.objects.none()
    scoring = request.user.memberships.filter(role__in=Membership.MAY_SCORE)
    return Game.objects.deleted_of(request.user).filter(club__memberships__in=scoring)


def game_to_put_away(request: HttpRequest, pk: UUID) -> Game:
    """Return a game that this account may delete or bring back, whether it is deleted now or not.

    Http404 or PermissionDenied if it may not.
    """
    deleted = games_to_restore(request).filter(pk=pk).first()
    return deleted or game_to_score(request, pk)


def game_again(request: HttpRequest, pk: UUID | None) -> Game | None:
    """Return the game whose people play again; None unless this account may change it."""
    game = None if pk is None else games(request).whole().filter(pk=pk).first()
    return game if game is not None and may_score(request.user, game) else None


def game_to_write(request: HttpRequest, pk: UUID, games: GameQuerySet) -> Game:
    """Return a game that this account may change, even if it was deleted a moment ago.

    What somebody sends to it then must not be lost without a word: the write itself is refused.
    """
    try:
        return game_to_score(request, pk, games)
    except Http404:
        deleted = games.deleted_of(request.user).filter(pk=pk).first()
        if deleted is None or not may_score(request.user, deleted):
            raise
        return deleted


def clubs(request: HttpRequest) -> QuerySet[Club]:
    """List the clubs that this account may see."""
    if not request.user.is_authenticated:
        return Club.objects.none()
    return Club.objects.filter(memberships__user=request.user)


def memberships(request: HttpRequest) -> QuerySet[Membership]:
    """List what this account may do in which clubs, each with its club, the first joined first."""
    if not request.user.is_authenticated:
        return Membership.objects.none()
    return request.user.memberships.select_related("club").order_by("joined_at")


def club_to_see(request: HttpRequest, pk: UUID) -> Club:
    """Return a club that this account may see; else Http404."""
    return get_object_or_404(clubs(request), pk=pk)


def club_to_score(request: HttpRequest, pk: UUID) -> Club:
    """Return a club whose games this account may write down; Http404 or PermissionDenied if not."""
    club = club_to_see(request, pk)
    if not has_role(request, club, *Membership.MAY_SCORE):
        raise PermissionDenied(_("You may look on in this club, but its scorers keep the score."))
    return club


def club_to_own(request: HttpRequest, pk: UUID) -> Club:
    """Return a club that this account runs; Http404 or PermissionDenied if it does not."""
    club = club_to_see(request, pk)
    if not has_role(request, club, Membership.Role.OWNER):
        raise PermissionDenied(_("Only those who run this club can change that."))
    return club


def has_role(request: HttpRequest, club: Club, *roles: str) -> bool:
    """Say whether this account has one of these roles in a club."""
    if not request.user.is_authenticated:
        return False
    return request.user.memberships.filter(club=club, role__in=roles).exists()


def player_to_see(request: HttpRequest, pk: int) -> Player:
    """Return a player of a club that this account may see; else Http404."""
    players = Player.objects.select_related("club").filter(club__in=clubs(request))
    return get_object_or_404(players, pk=pk)


def player_to_own(request: HttpRequest, pk: int) -> Player:
    """Return a player whom this account may change; Http404 or PermissionDenied if it may not.

    Who keeps the score adds people, as every game that is started does. What they are called, how
    they are marked, and who is on the lists is for those who run the club.
    """
    player = player_to_see(request, pk)
    if not has_role(request, player.club, Membership.Role.OWNER):
        raise PermissionDenied(_("Only those who run this club can change that."))
    return player


def clubs_to_score(request: HttpRequest) -> QuerySet[Club]:
    """List the clubs whose games this account may write down."""
    if not request.user.is_authenticated:
        return Club.objects.none()
    scoring = request.user.memberships.filter(role__in=Membership.MAY_SCORE)
    return Club.objects.filter(memberships__in=scoring)


def season_to_see(request: HttpRequest, pk: int) -> Season:
    """Return a season of a club that this account may see; else Http404."""
    seasons = Season.objects.select_related("club").filter(club__in=clubs(request))
    return get_object_or_404(seasons, pk=pk)


def season_to_own(request: HttpRequest, pk: int) -> Season:
    """Return a season that this account may change; Http404 or PermissionDenied if it may not."""
    season = season_to_see(request, pk)
    club_to_own(request, season.club_id)
    return season


def may_own(user: User | AnonymousUser | None, club: Club | None) -> bool:
    """Say whether an account runs a club; None are the account and the club of a visitor."""
    if club is None or user is None or not user.is_authenticated:
        return club is None
    return user.memberships.filter(club=club, role=Membership.Role.OWNER).exists()


def may_score(user: User | AnonymousUser, game: Game) -> bool:
    """Say whether an account may change a game."""
    if not user.is_authenticated:
        return False
    return user.memberships.filter(role__in=Membership.MAY_SCORE, club=game.club_id).exists()


def scorer(request: HttpRequest) -> User:
    """Return the account behind a request that may change a game; Http404 if there is none."""
    if not request.user.is_authenticated:
        raise Http404
    return request.user


def may_start(request: HttpRequest) -> bool:
    """Say whether games can be started from here: by visitors, and by those who may score."""
    try:
        club_to_start_in(request)
    except PermissionDenied:
        return False
    return True


def club_to_start_in(request: HttpRequest) -> Club | None:
    """Return where this account starts games: None for a visitor, who gets a club on starting.

    PermissionDenied if the account may only look on.
    """
    if not request.user.is_authenticated:
        return None
    try:
        return request.user.home_club()
    except Club.DoesNotExist:
        raise PermissionDenied(_("You may look on at games, but not start one.")) from None


def starts_in(request: HttpRequest, club: Club) -> bool:
    """Say whether a game that is started now is one of this club."""
    try:
        return club_to_start_in(request) == club
    except PermissionDenied:
        return False


def sign_in(request: HttpRequest, user: User, submission: UUID | None = None) -> None:
    """Let the session cookie of this browser stand for an account, under a key that is new.

    After a double tap the second request goes on with the session of the first.
    SubmissionReusedError if this form has signed in somebody else.
    """
    before = request.session.session_key
    login(request, user, backend=BACKEND)
    if request.session.session_key in (None, before):
        request.session.cycle_key()
    # Whoever finds the device finds its session, too.
    request.session.save()
    made = Device(
        user=user,
        session=str(request.session.session_key),
        submission=submission,
        browser=browser_of(request),
        agent=names.writable(request.headers.get("User-Agent", ""))[:AGENT],
    )
    Device.objects.filter(session=before or "").delete()
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        request.session.delete()
        if (device := _second_tap(request, submission).filter(user=user).first()) is None:
            request.session = SessionStore(before)
            raise SubmissionReusedError from None
        go_on_as(request, device)


@transaction.atomic
def sign_in_here(
    request: HttpRequest, user: User, submission: UUID | None, *, take: bool = False
) -> None:
    """Sign in on a device that may hold a silent account, and take its memberships along or not.

    Where nothing was done with that account, it goes; else it is left behind.
    SubmissionReusedError as in `sign_in`.
    """
    here = request.user
    if isinstance(here, User) and here != user:
        this_device(request).delete()
        if take:
            user.take_along(here)
        elif here.is_silent and not here.holds() and not here.devices.exists():
            here.vanish()
        else:
            here.leave_behind()
    sign_in(request, user, submission)


def signed_in_by(request: HttpRequest, submission: UUID | None) -> Device | None:
    """Return the device that this very form has just signed in, sent from this very browser.

    An id alone opens nothing: it may stand in an address, which others see.
    """
    if submission is None:
        return None
    lately = timezone.now() - DOUBLE_TAP
    return _second_tap(request, submission).filter(made_at__gt=lately).first()


def made_by(request: HttpRequest, submission: UUID | None) -> Device | None:
    """Return the device for which this very form has just made an account, as `signed_in_by`.

    None once a password protects the account.
    """
    device = signed_in_by(request, submission)
    return None if device is None or device.user.has_usable_password() else device


def _second_tap(request: HttpRequest, submission: UUID | None) -> DeviceQuerySet:
    devices = Device.objects.select_related("user").filter(submission=submission)
    return devices.filter(browser=browser_of(request))


def browser_of(request: HttpRequest) -> str:
    """Return what only one browser holds already when it sends a form, as a digest.

    No form is taken from a browser that has no such cookie; it is another one after signing in.
    """
    held = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return salted_hmac("games.access.browser", held, algorithm="sha256").hexdigest()


def go_on_as(request: HttpRequest, device: Device) -> None:
    """Answer the second tap on a form with the session that the first tap has begun."""
    request.session = SessionStore(device.session)
    request.session.modified = True
    request.user = device.user


@transaction.atomic
def sign_out_others(request: HttpRequest, user: User, pk: UUID | None = None) -> None:
    """Sign out another device of an account, or all others; no open code lets one in again."""
    others = user.devices.exclude(session=request.session.session_key or "")
    (others if pk is None else others.filter(pk=pk)).sign_out()
    DeviceCode.objects.withdraw(user)


def this_device(request: HttpRequest) -> DeviceQuerySet:
    """Return the device that a request comes from, as a list of one or none."""
    return Device.objects.filter(session=request.session.session_key or "")


def held_here(request: HttpRequest) -> list[tuple[Club, int]]:
    """Return what a silent account on this device holds, which must be asked about."""
    return request.user.holds() if isinstance(request.user, User) else []


def was_signed_out(request: HttpRequest) -> bool:
    """Say whether a browser comes with a session that there is no more."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and not request.user.is_authenticated


def watched(token: str) -> Link:
    """Return the open link to watch a game, with its game; Http404 if there is none."""
    if "\0" in token:
        # PostgreSQL cannot even be asked for such a text.
        raise Http404
    links = Link.objects.select_related("game").filter(
        kind=Link.Kind.WATCH, revoked_at=None, game__club__closed_at=None
    )
    return get_object_or_404(links, token=token, game__deleted_at=None)


def invited(token: str) -> Invitation:
    """Return an address that adds to a club, open or not, with the club; Http404 if none."""
    if "\0" in token:
        raise Http404
    invitations = Invitation.objects.select_related("club").filter(club__closed_at=None)
    return get_object_or_404(invitations, token=token)


def device_code(token: str) -> DeviceCode:
    """Return a code that adds a device, with its account, used or not; Http404 if there is none."""
    if "\0" in token:
        raise Http404
    return get_object_or_404(DeviceCode.objects.select_related("user"), token=token)
