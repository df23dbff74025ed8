"""A club as a form: what it is called, and where it plays."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from zoneinfo import available_timezones

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Club

from .form import NamedForm
from .table import name_fault

REGIONS: Mapping[str, object] = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}


@cache
def zones() -> dict[str, list[tuple[str, str]]]:
    """Return the time zones by their region: each with the place that it is called after."""
    found = defaultdict(list)
    for zone in sorted(available_timezones()):
        region, _slash, place = zone.partition("/")
        if place and region in REGIONS:
            found[region].append((zone, place.replace("_", " ").replace("/", ", ")))
    return dict(found)


class ClubForm(NamedForm):
    """The name of a club, which may be left empty, and its time zone."""

    def __init__(self, club: Club, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.club = club
        if data is None:
            self.typed = {"name": club.name, "time_zone": club.time_zone}

    @property
    def time_zone(self) -> str:
        """The time zone that was chosen."""
        return self.typed.get("time_zone", self.club.time_zone)

    @property
    def zone_errors(self) -> list[str]:
        """What is wrong with the time zone."""
        return self.faults.get("time_zone", [])

    @property
    def zones(self) -> list[tuple[str, list[tuple[str, str, bool]]]]:
        """The time zones to choose from, region by region: value, words, whether it is chosen.

        One that is none of these, as a phone may have told it, stands first by itself.
        """
        regions = [
            (
                str(REGIONS[region]),
                [(zone, place, zone == self.time_zone) for zone, place in places],
            )
            for region, places in zones().items()
        ]
        if any(chosen for _region, places in regions for _zone, _place, chosen in places):
            return regions
        own = self.club.time_zone
        return [("", [(own, own, True)]), *regions]

    def is_valid(self) -> bool:
        """Say whether a club can be called so and play there; fills `faults`."""
        if self.name.strip() and (fault := name_fault(self.name)):
            self.wrong("name", fault)
        if self.time_zone not in available_timezones():
            self.wrong("time_zone", _("There is no such time zone. Choose one of the list."))
        return self.is_whole() and not self.faults
