"""What holds for every test."""

import os

import hypothesis
import pytest

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
# What `make mutants` runs a thousand times over: that an example fails is enough, however large.
hypothesis.settings.register_profile(
    "few",
    deadline=None,
    derandomize=True,
    max_examples=10,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
)
hypothesis.settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "here")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-skips",
        action="store_true",
        default=os.environ.get("CI") == "true",
        help="fail the run when a test was skipped (the default where CI=true)",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The quick ones first: what fails there need not wait for a browser.
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    skipped = _skipped(session.config)
    if skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for report in _skipped(config):
        terminalreporter.write_line(f"NOT ALLOWED TO BE SKIPPED: {report.nodeid}", red=True)


def _skipped(config: pytest.Config) -> list[pytest.TestReport | pytest.CollectReport]:
    """The skipped tests of a run that allows none; under xdist all reports arrive here."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not config.getoption("--no-skips") or reporter is None:
        return []
    return list(reporter.stats.get("skipped", []))
