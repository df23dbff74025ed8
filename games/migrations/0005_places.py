"""Keep points and places of games that go on, too."""

from typing import Any

from django.db import migrations


def keep_places(apps: Any, _schema_editor: Any) -> None:
    Team = apps.get_model("games", "Team")
    Score = apps.get_model("games", "Score")
    running = Team.objects.filter(points=None).order_by().values_list("game", flat=True).distinct()
    for game in list(running):
        teams = list(Team.objects.filter(game=game))
        last = Score.objects.filter(round__game=game).order_by("-round__number")
        reached = {score.team_id: score.total for score in last[: len(teams)]}
        totals = [reached.get(team.pk, team.starting_total) for team in teams]
        for team, total in zip(teams, totals, strict=True):
            team.points = total
            team.place = 1 + sum(other > total for other in totals)
            team.save(update_fields=["points", "place"])


class Migration(migrations.Migration):
    dependencies = [("games", "0004_files")]
    operations = [migrations.RunPython(keep_places, migrations.RunPython.noop)]
