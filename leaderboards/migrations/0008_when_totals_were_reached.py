"""When a total's values were reached. A default makes this instant, however many rows there are.

What stands there already counts as reached before all that comes after; `rebuild_boards` works out the times.
"""

import datetime

from django.db import migrations, models

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


class Migration(migrations.Migration):

    dependencies = [
        ('leaderboards', '0007_skeletons_anew'),
    ]

    operations = [
        migrations.AddField(
            model_name='total',
            name=f'{value}_at',
            field=models.DateTimeField(db_default=EPOCH, default=EPOCH),
        )
        for value in ('won', 'points', 'average', 'streak', 'best_streak')
    ]
