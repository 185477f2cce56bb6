"""Mails are sent beside the answer: neither their time nor their failing is seen in it."""

import threading
import time

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client

from accounts import services
from accounts.models import User

do_beside = services.do_beside
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def beside(at_once, monkeypatch):
    """As on a real site; the function waits for what was begun."""
    ended = threading.Semaphore(0)

    def do_and_tell(work):
        def and_tell():
            try:
                work()
            finally:
                ended.release()

        do_beside(and_tell)

    monkeypatch.setattr(services, "do_beside", do_and_tell)
    return lambda: ended.acquire(timeout=20)


@pytest.fixture
def ask():
    User.objects.create_user("bea", "bea@example.org", "correct horse battery")
    return lambda email: Client().post("/it/you/reset/", {"email": email})


def test_the_answer_does_not_wait_for_the_mail_server(ask, beside, monkeypatch):
    answered = threading.Event()
    send = locmem.EmailBackend.send_messages

    def send_late(backend, messages):
        assert answered.wait(20)
        return send(backend, messages)

    monkeypatch.setattr(locmem.EmailBackend, "send_messages", send_late)
    answers = [ask("bea@example.org"), ask("nobody@example.org")]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert mail.outbox == []
    answered.set()
    assert beside()
    assert beside()
    (sent,) = mail.outbox
    assert "/it/you/reset/" in sent.body


@pytest.mark.parametrize("failing", ["send_messages", "save"])
def test_a_mail_that_fails_is_logged(ask, beside, monkeypatch, caplog, failing):
    def fail(*args, **kwargs):
        raise OSError("the mail server is away")

    where = locmem.EmailBackend if failing == "send_messages" else None
    if where is None:
        monkeypatch.setattr("django.contrib.auth.forms.PasswordResetForm.save", fail)
    else:
        monkeypatch.setattr(where, failing, fail)
    assert ask("bea@example.org").status_code == 302
    assert beside()
    until = time.monotonic() + 10
    while not caplog.text and time.monotonic() < until:
        time.sleep(0.01)
    assert "the mail server is away" in caplog.text
