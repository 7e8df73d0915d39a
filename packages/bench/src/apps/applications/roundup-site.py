"""Roundup with three issues. `seed DATA` makes a tracker; `serve DATA PORT` serves it on 127.0.0.1."""

import os
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from roundup import configuration, init, instance, password

prefix = "/tracker"


def seed(home):
    template = os.path.join(sys.prefix, "share", "roundup", "templates", "classic")
    init.install(home, template)
    # The detector mails each change to its readers; there is no mail server.
    os.remove(os.path.join(home, "detectors", "nosyreaction.py"))
    config = configuration.CoreConfig()
    config["TRACKER_HOME"] = home
    config["TRACKER_WEB"] = "http://127.0.0.1" + prefix + "/"
    config["ADMIN_EMAIL"] = "admin@example.org"
    config["MAIL_DOMAIN"] = "example.org"
    config["MAIL_HOST"] = "localhost"
    config["DATABASE"] = "db"
    config["RDBMS_BACKEND"] = "sqlite"
    config["WEB_LOGIN_ATTEMPTS_MIN"] = 0
    config.save(os.path.join(home, config.INI_FILE))
    tracker = instance.open(home)
    tracker.init(password.Password("bench-secret", config=config))
    db = tracker.open("admin")
    db.user.create(username="mary", realname="Mary Jackson", address="mary@example.org", roles="User")
    for title, priority, status in (
        ("Printer jams on floor two", "bug", "unread"),
        ("Printer jams on floor two, tray B", "bug", "unread"),
        ("Slow login on Monday", "wish", "chatting"),
    ):
        db.issue.create(title=title, priority=db.priority.lookup(priority), status=db.status.lookup(status))
    db.commit()
    db.close()


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(home, port):
    from roundup.cgi.wsgi_handler import RequestDispatcher

    # The address of the tracker is that of this run.
    config = configuration.CoreConfig(home)
    config["TRACKER_WEB"] = f"http://127.0.0.1:{port}{prefix}/"
    config.save(os.path.join(home, config.INI_FILE))
    tracker = RequestDispatcher(home)

    def below(environ, start_response):
        path = environ["PATH_INFO"]
        if path.startswith(prefix + "/"):
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = prefix, path[len(prefix) :]
        return tracker(environ, start_response)

    make_server("127.0.0.1", port, below, Server, Quiet).serve_forever()


if __name__ == "__main__":
    if sys.argv[1] == "seed":
        seed(sys.argv[2])
    else:
        serve(sys.argv[2], int(sys.argv[3]))
