"""Stores the invoices of a Gmail mailbox, one call after the other, as a reader of Google's quickstart for Python would.

The access token is in the environment variable ACCESS_TOKEN. Prints a line of JSON: the number of messages that the query
found, the number of invoices among them, and the seconds that it took.
"""

import argparse
import base64
import email
import io
import json
import os
import re
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from pypdf import PdfReader

# The largest page that the API allows.
PAGE_SIZE = 500
ORDER_NUMBER = re.compile(
    r"(?:Ordernummer|Order number|Beställnings-ID|Kvittonummer|Fakturanummer|OCR-nummer|OCR)\W*([\w-]*\d[\w-]*)",
    re.IGNORECASE,
)
TOTAL = re.compile(r"\b(?:Totalt|Total|Att betala|Summa att betala)\W*(\d[\d\s.]*,\d{2})(?!\d)", re.IGNORECASE)
TABLE = """
    CREATE TABLE IF NOT EXISTS invoices (
        message_id   TEXT PRIMARY KEY,
        sender       TEXT NOT NULL,
        subject      TEXT NOT NULL,
        date         TEXT NOT NULL,
        order_number TEXT,
        total_cents  INTEGER NOT NULL,
        file         TEXT NOT NULL
    )
"""


@dataclass
class Document:
    original: bytes
    ending: str
    text: str


def find_messages(messages: Any, query: str) -> Iterator[str]:
    request = messages.list(userId="me", q=query, maxResults=PAGE_SIZE)
    while request is not None:
        page = request.execute()
        for message in page.get("messages", []):
            yield message["id"]
        request = messages.list_next(request, page)


def fetch(messages: Any, message_id: str) -> EmailMessage:
    # A raw message contains its attachments, which are calls of their own in the format `full`.
    answer = messages.get(userId="me", id=message_id, format="raw").execute()
    return email.message_from_bytes(base64.urlsafe_b64decode(answer["raw"]), policy=default)


def document(message: EmailMessage) -> Document | None:
    """The PDF of a mail, or its HTML if it has none."""
    for part in message.iter_attachments():
        if part.get_content_type() == "application/pdf":
            original = part.get_content()
            pages = PdfReader(io.BytesIO(original)).pages
            return Document(original, "pdf", "\n".join(page.extract_text() for page in pages))
    body = message.get_body(("html",))
    if body is None:
        return None
    html = body.get_content()
    return Document(html.encode(), "html", BeautifulSoup(html, "lxml").get_text(" ", strip=True))


def store(database: sqlite3.Connection, folder: Path, message_id: str, message: EmailMessage) -> bool:
    """Whether the message had an invoice, which is stored with its original."""
    found = document(message)
    if found is None:
        return False
    total = TOTAL.search(found.text)
    if total is None:
        return False
    order = ORDER_NUMBER.search(found.text)
    file = folder / f"{message_id}.{found.ending}"
    file.write_bytes(found.original)
    row = (
        message_id,
        message["From"],
        message["Subject"],
        message["Date"].datetime.isoformat(),
        order and order[1],
        int(re.sub(r"\D", "", total[1])),
        str(file),
    )
    # Committed for each message, so that nothing is lost if a later call fails.
    with database:
        database.execute("INSERT OR REPLACE INTO invoices VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", required=True, help="the address of the API, such as http://127.0.0.1:8025")
    parser.add_argument("--query", required=True, help="which messages, in Gmail's syntax")
    parser.add_argument("--database", required=True, type=Path, help="a SQLite file, created if it is missing")
    parser.add_argument("--folder", required=True, type=Path, help="where the originals go")
    options = parser.parse_args()

    started = time.perf_counter()
    options.folder.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(options.database)
    # The journal of the service's database.
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(TABLE)
    service = build(
        "gmail",
        "v1",
        credentials=Credentials(os.environ["ACCESS_TOKEN"]),
        client_options={"api_endpoint": options.root},
        # The description of the API that is part of the package.
        static_discovery=True,
    )
    messages = service.users().messages()
    found = invoices = 0
    for message_id in find_messages(messages, options.query):
        found += 1
        invoices += store(database, options.folder, message_id, fetch(messages, message_id))
    database.close()
    seconds = round(time.perf_counter() - started, 3)
    print(json.dumps({"messages": found, "invoices": invoices, "seconds": seconds}))


if __name__ == "__main__":
    main()
