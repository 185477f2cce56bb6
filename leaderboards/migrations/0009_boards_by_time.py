"""The indexes of the boards put the earlier of equal values first.

On PostgreSQL they are built while people play, and the old ones go when the new ones are there: a process of the
version before reads its order from the new ones too.
"""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations
from django.db.models import F, Index, Q


class Online:
    """An operation on an index that waits for nobody, where the database can."""

    def database_forwards(self, app_label, schema_editor, *states):
        self._way(schema_editor).database_forwards(app_label, schema_editor, *states)

    def database_backwards(self, app_label, schema_editor, *states):
        self._way(schema_editor).database_backwards(app_label, schema_editor, *states)

    def _way(self, schema_editor):
        # The class after the one of PostgreSQL is Django's plain operation.
        concurrent, plain = super(), super(self.concurrently, self)
        return concurrent if schema_editor.connection.vendor == 'postgresql' else plain


class AddIndex(Online, AddIndexConcurrently):
    concurrently = AddIndexConcurrently


class RemoveIndex(Online, RemoveIndexConcurrently):
    concurrently = RemoveIndexConcurrently


def of_totals(field, condition=None):
    return Index(
        F('days'), F(field).desc(), F(f'{field}_at'), F('profile'),
        name=f'board_of_{field}_by_time', condition=condition,
    )


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('leaderboards', '0008_when_totals_were_reached'),
    ]

    operations = [
        AddIndex(
            model_name='result',
            index=Index(
                F('deal'), F('key').desc(), F('finished_at'), F('id'),
                name='board_of_a_day_by_time', condition=Q(is_visible=True),
            ),
        ),
        AddIndex(model_name='total', index=of_totals('won')),
        AddIndex(model_name='total', index=of_totals('points')),
        AddIndex(model_name='total', index=of_totals('best_streak')),
        AddIndex(model_name='total', index=of_totals('average', Q(average__isnull=False))),
        AddIndex(model_name='total', index=of_totals('streak', Q(streak__gt=0))),
        RemoveIndex(model_name='result', name='board_of_a_day'),
        RemoveIndex(model_name='total', name='board_of_won'),
        RemoveIndex(model_name='total', name='board_of_points'),
        RemoveIndex(model_name='total', name='board_of_best_streak'),
        RemoveIndex(model_name='total', name='board_of_average'),
        RemoveIndex(model_name='total', name='board_of_streak'),
    ]
