"""What a developer with Google's client does. Called as: function, address, client id, secret, access and refresh token."""

import base64
import json
import sys

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

function, base, client_id, client_secret, access, refresh = sys.argv[1:]
credentials = Credentials(
    access,
    refresh_token=refresh,
    token_uri=f"{base}/token",
    client_id=client_id,
    client_secret=client_secret,
)
service = build(
    "gmail",
    "v1",
    credentials=credentials,
    client_options={"api_endpoint": base},
    static_discovery=True,
)
messages = service.users().messages()


def decoded(data):
    return base64.urlsafe_b64decode(data).decode()


def profile():
    return service.users().getProfile(userId="me").execute()["emailAddress"]


def read():
    pages, ids = [], []
    request = messages.list(userId="me", q="from:shop@example.com subject:kvitto", maxResults=3)
    while request is not None:
        page = request.execute()
        pages.append(len(page["messages"]))
        ids += [message["id"] for message in page["messages"]]
        request = messages.list_next(request, page)
    full = [messages.get(userId="me", id=id).execute() for id in ids]
    subjects = {
        header["value"] for message in full for header in message["payload"]["headers"] if header["name"] == "Subject"
    }
    raw = messages.get(userId="me", id=ids[0], format="raw").execute()["raw"]
    notice = messages.list(userId="me", q="has:attachment filename:pdf").execute()["messages"][0]["id"]
    parts = messages.get(userId="me", id=notice).execute()["payload"]["parts"]
    named = next(part for part in parts if part["filename"] == "avi.pdf")
    attachment = (
        messages.attachments().get(userId="me", messageId=notice, id=named["body"]["attachmentId"]).execute()
    )
    return {
        "address": profile(),
        "pages": pages,
        "subjects": sorted(subjects),
        "raw_ends": decoded(raw).split()[-1],
        "attachment": decoded(attachment["data"]),
    }


def refusal():
    try:
        messages.get(userId="me", id="0000000000000000").execute()
    except HttpError as error:
        return [error.status_code, error.error_details[0]["reason"]]


print(json.dumps({"profile": profile, "read": read, "refusal": refusal}[function]()))
