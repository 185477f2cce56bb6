from django.urls import path

from accounts import views

urlpatterns = [
    path("you/", views.you, name="you"),
    path("you/name", views.name, name="name"),
    path("you/name/drop", views.name_drop, name="name_drop"),
    path("you/data.json", views.data, name="data"),
    path("you/sign-up/", views.sign_up, name="sign_up"),
    path("you/log-in/", views.log_in, name="log_in"),
    path("you/log-out", views.log_out, name="log_out"),
    path("you/password/", views.password, name="password"),
    path("you/email/", views.email, name="email"),
    path("you/delete/", views.delete, name="delete_account"),
    path("you/merge", views.merge, name="merge"),
    path("you/code", views.code_new, name="code_new"),
    path("you/recover/", views.recover, name="recover"),
    path("you/reset/", views.Reset.as_view(), name="password_reset"),
    path("you/reset/sent/", views.reset_done, name="password_reset_done"),
    path(
        "you/reset/<slug:uidb64>/<slug:token>/",
        views.ResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path("privacy/", views.privacy, name="privacy"),
]
