"""Work out the skeletons of names again, by which more names look alike than before.

Of two players whose names look alike now, the one who came first keeps it, and the other is called by the
generated name and may choose another: both cannot be shown, and a moderator could only say the same. A name that
could not be chosen any more is put before the moderators, and shown meanwhile.
"""

from django.db import migrations

from leaderboards.nicknames import is_reserved, skeleton


def work_out_anew(apps, schema_editor):
    alias = schema_editor.connection.alias
    profiles = apps.get_model("leaderboards", "Profile").objects.using(alias)
    reports = apps.get_model("leaderboards", "NameReport").objects.using(alias)
    acts = apps.get_model("leaderboards", "Act").objects.using(alias)
    changed, reserved = [], []
    names = profiles.exclude(name="").order_by("pk")
    for pk, name, before in names.values_list("pk", "name", "name_skeleton").iterator(10_000):
        if skeleton(name) != before:
            changed.append((pk, skeleton(name)))
        if is_reserved(name):
            reserved.append(pk)
    # None is in the way of another that is to be given a new one too.
    for some in _parts([pk for pk, _ in changed]):
        profiles.filter(pk__in=some).update(name_skeleton=None)
    for pk, key in changed:
        other = profiles.filter(name_skeleton=key).values_list("pk", flat=True).first()
        keeps = other is None or pk < other
        if other is not None:
            loser = max(pk, other)
            profiles.filter(pk=loser).update(name="", name_skeleton=None, name_state="shown", name_is_allowed=False)
            reports.filter(profile=loser).update(is_open=False)
        if keeps:
            profiles.filter(pk=pk).update(name_skeleton=key)
    for some in _parts(reserved):
        profiles.filter(pk__in=some, name_state="shown", name_is_allowed=False).exclude(name="").update(name_state="review")
    of_names = acts.filter(name_skeleton__isnull=False)
    for pk, name, before in list(of_names.values_list("pk", "name", "name_skeleton")):
        if skeleton(name) != before:
            acts.filter(pk=pk).update(name_skeleton=skeleton(name))


def _parts(pks):
    return (pks[i : i + 500] for i in range(0, len(pks), 500))


class Migration(migrations.Migration):

    dependencies = [
        ('leaderboards', '0006_names_of_acts'),
    ]

    operations = [
        migrations.RunPython(work_out_anew, migrations.RunPython.noop, elidable=True),
    ]
