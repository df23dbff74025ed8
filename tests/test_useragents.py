"""What a browser says it is, in words that its owner knows it by."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import useragents


def test_examples() -> None:
    assert doctest.testmod(useragents).failed == 0


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0) CriOS/130.0 Safari/604.1", "Chrome on iPad"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) FxiOS/130.0 Safari/605", "Firefox on iPhone"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 OPR/110.0", "Opera on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/130 Safari/537", "Chrome on Mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/130 Safari/537", "Chrome on ChromeOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "Firefox on Linux"),
        ("Firefox/1", "Firefox"),
        ("Android", "Android"),
        ("curl/8.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_in_words(agent: str, words: str) -> None:
    assert useragents.in_words(agent) == words


@given(agent=st.text())
def test_whatever_it_says_there_are_words(agent: str) -> None:
    assert useragents.in_words(agent)
