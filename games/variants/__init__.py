"""The games that can be played. A pure package: standard library only, no clock, no chance."""

from typing import Any

from .bain import BAIN
from .banakil import BANAKIL
from .bga import BGA
from .marriage import MARRIAGE
from .pennies import PENNIES
from .variant import Variant

VARIANTS: dict[str, Variant[Any, Any, Any]] = {
    variant.key: variant for variant in (BAIN, PENNIES, BGA, BANAKIL, MARRIAGE)
}
"""What can be played, by key. Nothing else lists the games."""
