"""Who Schemathesis is while it tries the service: users who signed up and connected the sandbox's mailbox.

The test that runs it says by environment variables where the service is and what opens the mailbox.
"""

import datetime
import os
import pathlib
import urllib.parse
import uuid

import requests
import schemathesis
from hypothesis import strategies

# Dates are from 1900 to 2200; no format of JSON Schema says so.
DATES = strategies.dates(datetime.date(1900, 1, 1), datetime.date(2200, 12, 31))
schemathesis.openapi.format("date", DATES.map(str))

BASE = os.environ["INVOICES_URL"]
MAIL = {
    "access_token": os.environ["INVOICES_MAIL_ACCESS_TOKEN"],
    "refresh_token": os.environ["INVOICES_MAIL_REFRESH_TOKEN"],
}
PASSWORD = "correct horse battery"
COMMON = set(
    (pathlib.Path(__file__).parents[2] / "server/app/src/user/common_passwords.txt").read_text(encoding="utf-8").splitlines()
)


def post(path, body=None, token=None):
    """The data of a success."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = requests.post(BASE + path, json=body, headers=headers, timeout=60)
    answer.raise_for_status()
    return answer.json()["data"]


def new_guest():
    """The token of someone new, without a mailbox."""
    email = f"{uuid.uuid4().hex}@example.com"
    body = {"email": email, "name": "Alva", "password": PASSWORD}
    return post("/v1/auth/signup", body)["access_token"]


def new_user():
    """The token of someone new, whose mailbox is connected and read."""
    token = new_guest()
    post("/v1/auth/mail/store-tokens", MAIL, token)
    post("/v1/invoices/rental/ingest", token=token)
    post("/v1/invoices/retail/ingest", token=token)
    return token


class Bearer:
    def get(self, case, context):
        return new_user()

    def set(self, case, token, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {token}"


# A user can do nothing after deleting the account, so each deletion uses another user.
@schemathesis.auth(refresh_interval=None).apply_to(operation_id="user_delete")
class Leaver(Bearer):
    pass


# Changing the password or logging out everywhere invalidates the token, a user who disconnects the mailbox can't fetch, and
# one with fifty tokens gets no other.
ENDED = ["password_change", "user_log_out_everywhere", "mail_account_disconnect", "token_create"]


@schemathesis.auth(refresh_interval=None).apply_to(operation_id=ENDED)
class Guest(Bearer):
    def get(self, case, context):
        return new_guest()


@schemathesis.auth(refresh_interval=3000).skip_for(operation_id=["user_delete", *ENDED])
class Resident(Bearer):
    pass


# Rules of the contract that no schema of OpenAPI 3.0 can say. Requests that are meant to be accepted are made to keep
# them; requests that are meant to be refused stay as they are.


def real_tokens(case):
    """No made-up text is a mail token."""
    if isinstance(case.body, dict):
        case.body.update(MAIL)


def uncommon_password(case):
    """The most common passwords are refused."""
    if isinstance(case.body, dict):
        for name in ("password", "new_password"):
            if str(case.body.get(name)).lower() in COMMON:
                case.body[name] = PASSWORD


def real_password(case):
    """No made-up text is the current password."""
    uncommon_password(case)
    if isinstance(case.body, dict):
        case.body["current_password"] = PASSWORD


def both_dates_in_order(case):
    """`start_date` and `end_date` come together, and in order."""
    if not isinstance(case.body, dict):
        return
    start, end = (case.body.get(name) for name in ("start_date", "end_date"))
    if start is None or end is None:
        case.body.pop("start_date", None)
        case.body.pop("end_date", None)
    elif isinstance(start, str) and isinstance(end, str) and start > end:
        case.body["start_date"], case.body["end_date"] = end, start


def in_order(query):
    """`from` is not after `to`."""
    if query.get("from") and query.get("to") and query["from"] > query["to"]:
        query["from"], query["to"] = query["to"], query["from"]


def one_mode(case):
    """`rental` takes some parameters only; `invoice-id` needs `subtype` and excludes `counts`. A cursor is a page's."""
    query = case.query or {}
    query.pop("cursor", None)
    in_order(query)
    if case.path_parameters.get("type") == "rental":
        for name in ("subtype", "invoice-id", "counts"):
            query.pop(name, None)
    elif "invoice-id" in query:
        query.pop("counts", None)
        query.setdefault("subtype", "grocery")


def first_page(case):
    """A cursor is a page's."""
    if case.query:
        case.query.pop("cursor", None)


def some_messages(case):
    """No schema says what the id of a vendor and the pattern of a sender are; `from` is not after `to`."""
    first_page(case)
    query = case.query or {}
    for name, value in {"vendor": "ica", "sender": "example.com"}.items():
        if query.get(name) is not None:
            query[name] = value
    in_order(query)


def no_sub_type_of_rent(case):
    """`subtype` is for retail invoices."""
    query = case.query or {}
    in_order(query)
    if query.get("type") == "rental":
        query.pop("subtype", None)


def real_consent(case):
    """No made-up text is the code of a consent: one is asked for and given, as a person does in a browser."""
    if not isinstance(case.body, dict):
        return
    token = (case.headers or {}).get("Authorization", "").removeprefix("Bearer ")
    page = post("/v1/auth/mail/connect", token=token)["authorization_url"]
    form = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query), decision="allow")
    back = requests.post(page, data=form, allow_redirects=False, timeout=60).headers["Location"]
    given = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
    case.body.update(state=given["state"], code=given["code"])


def google(case):
    """No made-up name is that of an IMAP server."""
    if isinstance(case.body, dict):
        case.body.pop("server", None)


def one_landlord(case):
    """A sender names the domain of one company. A user has at most twenty landlords; the same one again adds none."""
    if isinstance(case.body, dict) and case.body.get("sender") is not None:
        case.body["sender"] = "avi@example.com"
    if isinstance(case.body, dict) and case.body.get("subject") is not None:
        case.body["subject"] = "Avi"


def one_vendor(case):
    """The same of the senders of a vendor; a user has at most two hundred."""
    if not isinstance(case.body, dict):
        return
    for name, value in {"name": "Kaffebaren", "email_patterns": ["order@example.com"], "subject_keywords": ["Kvitto"]}.items():
        if case.body.get(name) is not None:
            case.body[name] = value


@schemathesis.serializer("message/rfc822")
def mail_bytes(context, value):
    """A mail is sent as it is."""
    return value if isinstance(value, bytes) else str(value).encode()


def no_mail(case):
    """No schema says which bytes are a mail."""
    if case.body:
        case.body = b"\x00"


def a_mail(case):
    """Hardly any bytes are a mail."""
    case.body = "From: order@example.com\r\nSubject: Kvitto\r\n\r\nSumma 499 kr\r\n"


def one_correction(case):
    """At least one field is corrected or undone, none both. No schema says which numbers are amounts, and which have words beside them."""
    if isinstance(case.body, dict):
        amount = "Total Amount" if "rental" in case.operation.path else "total_amount"
        case.body.pop("undo", None)
        case.body.pop("remember", None)
        case.body[amount] = 100


def one_label(case):
    """A phrase has no digits, names one field, and means nothing else."""
    if isinstance(case.body, dict) and isinstance(case.body.get("labels"), list):
        case.body["labels"] = case.body["labels"][:1]
        for label in case.body["labels"]:
            label["phrase"] = "kassan drar"


def one_answer(case):
    """An answer is a total or that there is none. No schema says which numbers are amounts, and which have words beside them."""
    if isinstance(case.body, dict):
        case.body.pop("not_an_invoice", None)
        case.body.pop("pdf_password", None)
        case.body.pop("remember", None)
        case.body["total_amount"] = 100


def first_bytes(case):
    """No schema says how many bytes a document has."""
    if case.headers and case.headers.get("Range"):
        case.headers["Range"] = "bytes=0-9"


def public_url(case):
    """A URL must lead to a public address by HTTPS. A user has at most five webhooks: the list says which can be removed."""
    if isinstance(case.body, dict) and case.body.get("url") is not None:
        case.body["url"] = "https://hooks.example.com/invoices"
    if case.operation.definition.raw.get("operationId") == "webhook_add":
        token = (case.headers or {}).get("Authorization", "")
        listed = requests.get(BASE + "/v1/webhooks", headers={"Authorization": token}, timeout=60)
        if listed.ok:
            for webhook in listed.json()["data"]["webhooks"][4:]:
                path = BASE + "/v1/webhooks/" + webhook["webhook_id"]
                requests.delete(path, headers={"Authorization": token}, timeout=60)


def public_target(case):
    """A target must exist, and a user has at most ten channels."""
    if isinstance(case.body, dict):
        if case.body.get("target") is not None:
            case.body["target"] = {"type": "ntfy", "url": "https://ntfy.example.com/rent"}
        if case.body.get("secret") is not None:
            case.body["secret"] = "tk_sample"
    if case.operation.definition.raw.get("operationId") == "channel_add":
        token = (case.headers or {}).get("Authorization", "")
        listed = requests.get(BASE + "/v1/notifications/channels", headers={"Authorization": token}, timeout=60)
        if listed.ok:
            for channel in listed.json()["data"]["channels"][9:]:
                path = BASE + "/v1/notifications/channels/" + channel["channel_id"]
                requests.delete(path, headers={"Authorization": token}, timeout=60)


def one_zone(case):
    """No schema says what the time zones are."""
    if isinstance(case.body, dict) and case.body.get("time_zone") is not None:
        case.body["time_zone"] = "Europe/Helsinki"


KEPT = {
    "preferences_set": one_zone,
    "rental_document": first_bytes,
    "rental_payment_code": first_bytes,
    "retail_document": first_bytes,
    "message_document": first_bytes,
    "message_answer": one_answer,
    "channel_add": public_target,
    "channel_change": public_target,
    "webhook_add": public_url,
    "webhook_change": public_url,
    "webhook_delivery_list": first_page,
    "mail_hand_over": a_mail,
    "landlord_add": one_landlord,
    "landlord_change": one_landlord,
    "landlord_labels_set": one_label,
    "vendor_labels_set": one_label,
    "vendor_add": one_vendor,
    "vendor_change": one_vendor,
    "mail_store_tokens": real_tokens,
    "mail_connect": google,
    "mail_connect_finish": real_consent,
    "user_signup": uncommon_password,
    "password_change": real_password,
    "password_reset": uncommon_password,
    "rental_correct": one_correction,
    "retail_correct": one_correction,
    "spending_view": no_sub_type_of_rent,
    "retail_ingest": both_dates_in_order,
    "invoice_list": one_mode,
    "ingest_run_list": first_page,
    "message_list": some_messages,
    "notification_list": first_page,
}


# Requests that are meant to be refused although their schema does not say so.
REFUSED = {"mail_hand_over": no_mail}


@schemathesis.hook
def before_call(context, case, kwargs):
    generated = case.meta.generation if case.meta else None
    operation = case.operation.definition.raw.get("operationId")
    if generated is None:
        return
    parts = case.meta.components.values()
    is_meant_well = generated.mode.is_positive and all(part.mode.is_positive for part in parts)
    change = (KEPT if is_meant_well else REFUSED).get(operation)
    if change is not None:
        change(case)
