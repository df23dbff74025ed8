"""For machines that watch over this one: is it alive, and can it work?"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    return _plain("alive")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers and has every migration, or else 503."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return _plain("the database does not answer", status=503)
    if missing:
        return _plain("migrations are missing", status=503)
    return _plain("ready")


def _plain(word: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{word}\n", content_type="text/plain; charset=utf-8", status=status)
