"""Django's admin over a small library. `seed DATA` makes its database; `serve DATA PORT` serves it on 127.0.0.1."""

import os
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
command, data = sys.argv[1:3]
os.makedirs(data, exist_ok=True)
settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["127.0.0.1"],
    DEBUG=True,
    ROOT_URLCONF="library.urls",
    STATIC_URL="/static/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(data, "db.sqlite3")}},
    INSTALLED_APPS=[
        "django.contrib.admin",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "library",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)

import django  # noqa: E402

django.setup()


def seed():
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from library.models import Author, Book

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser("admin", "admin@example.org", "bench-secret")
    User.objects.create_user("mary", "mary@example.org", "bench-secret")
    herbert = Author.objects.create(first_name="Frank", last_name="Herbert")
    Author.objects.create(first_name="Frances", last_name="Herbert")
    Book.objects.create(title="Dune", isbn="9780441172719", price="9.50", author=herbert)
    Book.objects.create(title="Dune Messiah", isbn="9780593098233", price="9.50", author=herbert)
    Book.objects.create(title="Emma", isbn="9780141439587", price="7.00")


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(port):
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application

    make_server("127.0.0.1", port, StaticFilesHandler(get_wsgi_application()), Server, Quiet).serve_forever()


if command == "seed":
    seed()
else:
    serve(int(sys.argv[3]))
