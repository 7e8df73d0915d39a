"""Calibre-Web with three books. `seed DATA` makes its library; `serve DATA PORT` serves it on 127.0.0.1."""

import os
import sqlite3
import sys

import calibreweb

sys.path.insert(0, os.path.dirname(calibreweb.__file__))
command, data = sys.argv[1:3]
settings = os.path.join(data, "app.db")
library = os.path.join(data, "library")

books = (("Emma", "Jane Austen"), ("Persuasion", "Jane Austen"), ("Emma and I", "Sheila Hocken"))


def arguments():
    sys.argv = ["cps", "-p", settings, "-g", os.path.join(data, "gdrive.db"), "-o", os.path.join(data, "log"), "-i", "127.0.0.1", "-m"]


def serve(port):
    """Serves at the port of this run: the settings hold port and folder."""
    with sqlite3.connect(settings) as database:
        database.execute("update settings set config_calibre_dir = ?, config_port = ?", (library, port))
    arguments()
    from cps.main import main

    main()


def seed():
    os.makedirs(library)
    arguments()
    from cps import create_app

    # Makes the settings and the account admin.
    create_app()
    from cps import db
    from sqlalchemy import Float, create_engine
    from sqlalchemy.orm import Session

    # The application attaches the library under this name; here it is the main database.
    engine = create_engine("sqlite:///" + os.path.join(library, "metadata.db")).execution_options(schema_translate_map={"calibre": None})
    # As Calibre itself has it: as text, the page of a book could not be drawn.
    db.Books.__table__.c.series_index.type = Float()
    db.Base.metadata.create_all(engine)
    with Session(engine) as session:
        library_id = db.Library_Id()
        library_id.uuid = "00000000-0000-4000-8000-000000000001"
        session.add(library_id)
        authors = {name: db.Authors(name, ", ".join(reversed(name.split(" "))), "") for _, name in books}
        for number, (title, author) in enumerate(books, 1):
            path = f"{author}/{title} ({number})"
            os.makedirs(os.path.join(library, path))
            sort = ", ".join(reversed(author.split(" ")))
            book = db.Books(title, title, sort, None, None, "1.0", None, path, None, [], [])
            book.timestamp = book.last_modified = db.datetime(2026, 1, number)
            book.pubdate = db.Books.DEFAULT_PUBDATE
            book.uuid = f"00000000-0000-4000-8000-00000000010{number}"
            book.authors = [authors[author]]
            session.add(book)
        session.commit()
    with sqlite3.connect(settings) as database:
        database.execute(
            "insert into shelf (uuid, name, is_public, user_id, kobo_sync, created, last_modified)"
            " values ('00000000-0000-4000-8000-000000000201', 'To read', 0, 1, 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00')"
        )


if command == "seed":
    seed()
    # A scheduler of the application would keep the process alive.
    sys.stdout.flush()
    os._exit(0)
else:
    serve(int(sys.argv[3]))
