"""The group of those who may moderate, and do nothing else."""

from django.db import migrations

GROUP = "moderator"
MAY = [
    ("profile", "moderate"),
    ("profile", "view_profile"),
    ("result", "view_result"),
    ("namereport", "view_namereport"),
    ("act", "view_act"),
    ("sighting", "view_sighting"),
]


def make(apps, schema_editor):
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    using = schema_editor.connection.alias
    group, _ = Group.objects.using(using).get_or_create(name=GROUP)
    for model, codename in MAY:
        # Django makes these rows only after all migrations; it keeps those that are there.
        kind, _ = ContentType.objects.using(using).get_or_create(app_label="leaderboards", model=model)
        verb, _, noun = codename.partition("_")
        permission, _ = Permission.objects.using(using).get_or_create(
            content_type=kind,
            codename=codename,
            defaults={
                "name": f"Can {verb} {noun}" if noun else "Can moderate names, results and players"
            },
        )
        group.permissions.add(permission)


def remove(apps, schema_editor):
    using = schema_editor.connection.alias
    apps.get_model("auth", "Group").objects.using(using).filter(name=GROUP).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("leaderboards", "0002_names_and_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]
