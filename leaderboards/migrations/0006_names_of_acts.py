"""What was said of a name is found by its skeleton, whoever has it."""

from django.db import migrations, models

from leaderboards.nicknames import skeleton


def fill(apps, schema_editor):
    acts = apps.get_model("leaderboards", "Act").objects.using(
        schema_editor.connection.alias
    )
    of_names = acts.filter(kind__in=["hide name", "restore name", "remove name"])
    for pk, name in list(of_names.exclude(name="").values_list("pk", "name")):
        acts.filter(pk=pk).update(name_skeleton=skeleton(name))


class Migration(migrations.Migration):

    dependencies = [
        ('leaderboards', '0005_language_of_the_name'),
    ]

    operations = [
        migrations.AddField(
            model_name='act',
            name='name_skeleton',
            field=models.CharField(max_length=600, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name='act',
            index=models.Index(condition=models.Q(('name_skeleton__isnull', False)), fields=['name_skeleton', '-id'], name='acts_by_name'),
        ),
    ]
