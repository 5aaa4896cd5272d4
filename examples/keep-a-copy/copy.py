# Keeps a copy of what everyone may read in step, in a file of SQLite, by server-sent events:
#
#   python3 examples/keep-a-copy/copy.py http://localhost:8080/api/ copy.db
import json, sqlite3, sys, time
from http.client import HTTPException
from urllib import error, parse, request

api, file = sys.argv[1:3]
db = sqlite3.connect(file)
db.execute("CREATE TABLE IF NOT EXISTS copy (id TEXT PRIMARY KEY, object TEXT)")  # the id '' has the place in the changes

def read(id):
    try:
        with request.urlopen(f"{api}data/{parse.quote(id, safe='')}", timeout=60) as response:
            return response.read().decode()
    except error.HTTPError as refusal:
        if refusal.code != 404:  # 404: deleted since then
            raise

def take(id, data, event="message"):
    change = json.loads(data)
    text = read(change["id"]) if event == "message" and not change["deleted"] else None
    with db:  # the copy and its place together
        db.execute("DELETE FROM copy WHERE id = ? OR ?", [change.get("id"), event == "purged"])
        db.executemany("INSERT INTO copy VALUES (?, ?)", [[change["id"], text]] if text else [])
        db.execute("INSERT OR REPLACE INTO copy VALUES ('', ?)", [id])

def follow():
    place = {"Last-Event-ID": cursor for cursor, in db.execute("SELECT object FROM copy WHERE id = ''")}
    stream = request.Request(f"{api}changes", headers={"Accept": "text/event-stream", **place})
    fields = {}
    for line in request.urlopen(stream, timeout=30):  # there is a heartbeat every ten seconds
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if not name and "data" in fields:
            take(**fields)
        fields = {**fields, name: value} if name else {}

while True:
    try:
        follow()
    except (OSError, HTTPException) as problem:
        if getattr(problem, "code", 0) == 400:  # the place is of another store: from the beginning
            with db:
                db.execute("DELETE FROM copy")
        print(f"{problem}; trying again", file=sys.stderr)
    time.sleep(2)
