"""Four operations of the API on FastAPI and SQLAlchemy, on the database that the service has written.

The answers are those of the service. Left out are what makes no difference to what is measured: corrections of users, entity
tags, limits on failed logins, and the tokens of sessions of apps, which are refused.

Endpoints are synchronous and run on threads, as in FastAPI's guide to SQL databases. Asynchronous ones, with asyncpg and
aiosqlite, were tried: they take as much processor time for a request, and one driver more.
"""

import datetime as dt
import hashlib
import os
import unicodedata
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import jwt
from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from fastapi import Depends, FastAPI, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field
from sqlalchemy import JSON, BigInteger, DateTime, Dialect, ForeignKey, create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.types import TypeDecorator

SECRET = os.environ["INVOICES__AUTH__JWT_SECRET"]
# The service names the key by a hash of a hash.
KEY_ID = hashlib.sha256(hashlib.sha256(SECRET.encode()).hexdigest().encode()).hexdigest()[:16]
ISSUER = "invoices"
AUDIENCE = "invoices-api"
TOKEN_TYPE = "at+jwt"
TOKEN_LIFETIME = 3600
# The folder with the encrypted mail tokens of users.
SECRETS = Path(os.environ.get("SECRETS_FOLDER", "data/secrets"))

# All endpoints only read, so they need no transaction. Each worker has as many connections as the service has by default.
engine = create_engine(os.environ["DATABASE_URL"], isolation_level="AUTOCOMMIT", pool_size=8, max_overflow=0)
passwords = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# Verified for an unknown address, so that the time of a login does not reveal whether it has an account.
DUMMY_HASH = passwords.hash("a password that nobody has")
# There is a worker for each core: a second password at a time would only delay the other requests.
hashing = CapacityLimiter(1)


class Money(TypeDecorator[int | float]):
    """An amount, stored in ten-thousandths."""

    impl = BigInteger
    cache_ok = True

    def process_result_value(self, value: int | float | None, dialect: Dialect) -> int | float | None:
        if value is None:
            return None
        return value / 10_000 if value % 10_000 else value // 10_000


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    email: Mapped[str]
    email_key: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True))
    deleting_at: Mapped[dt.datetime | None] = mapped_column(DateTime(timezone=True))
    token_generation: Mapped[int]


class RetailInvoice(Base):
    __tablename__ = "retail_invoices"

    invoice_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey(User.user_id))
    vendor_name: Mapped[str]
    sub_type: Mapped[str]
    # The column is nullable, but every invoice has a date.
    invoice_date: Mapped[str]
    total_amount: Mapped[int | float] = mapped_column(Money)
    currency: Mapped[str | None]


class RetailDetail(Base):
    __tablename__ = "retail_details"

    sub_type: Mapped[str] = mapped_column(primary_key=True)
    invoice_id: Mapped[str] = mapped_column(ForeignKey(RetailInvoice.invoice_id), primary_key=True)
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)


class LoginBody(BaseModel):
    email: str = Field(max_length=254)
    password: str


class LoginData(BaseModel):
    username: str
    access_token: str
    token_type: Literal["Bearer"] = "Bearer"


class LoginAnswer(BaseModel):
    message: str = "Login successful!"
    data: LoginData


T = TypeVar("T")


class Envelope(BaseModel, Generic[T]):
    message: str
    code: int = 200
    data: T


class Profile(BaseModel):
    name: str
    email: str
    created_on: dt.date
    mail_account_connected: bool


class ListedInvoice(BaseModel):
    invoice_id: str
    vendor_name: str
    sub_type: str
    invoice_date: str
    total_amount: int | float
    currency: str
    currency_assumed: Literal[True] | None = None


class InvoicePage(BaseModel):
    invoice_count: int = Field(serialization_alias="invoiceCount")
    invoices: list[ListedInvoice]
    next_cursor: str | None = None


class InvoiceDetails(BaseModel):
    invoice_details: dict[str, Any] = Field(serialization_alias="invoiceDetails")


class ApiError(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        self.status = status
        self.body = {"error": {"code": code, "message": message}}


app = FastAPI()


@app.exception_handler(ApiError)
async def error_answer(_: Request, error: ApiError) -> JSONResponse:
    return JSONResponse(error.body, error.status)


def unauthenticated(message: str) -> ApiError:
    return ApiError(401, "INVALID_CREDENTIALS", message)


def current_user(bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]) -> User:
    """The user of the access token. Fails if the token is invalid, expired or revoked, or if the account is gone."""
    if bearer is None:
        raise unauthenticated("A bearer token is required.")
    try:
        token = jwt.decode_complete(
            bearer.credentials,
            SECRET,
            algorithms=["HS256"],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": ["exp", "nbf", "iss", "aud", "sub"]},
        )
    except jwt.ExpiredSignatureError:
        raise ApiError(401, "TOKEN_EXPIRED", "Expired token.") from None
    except jwt.InvalidTokenError:
        raise unauthenticated("Invalid token.") from None
    header, claims = token["header"], token["payload"]
    if header.get("typ") != TOKEN_TYPE or header.get("kid") != KEY_ID or "sid" in claims:
        raise unauthenticated("Invalid token.")
    with Session(engine) as session:
        user = session.get(User, claims["sub"])
    if user is None or user.deleting_at is not None:
        raise unauthenticated("No account exists for this token.")
    if user.token_generation != claims.get("gen", 0):
        raise unauthenticated("The token is no longer valid.")
    return user


CurrentUser = Annotated[User, Depends(current_user)]


def find_user(email: str) -> User | None:
    email_key = unicodedata.normalize("NFC", email.strip().lower())
    with Session(engine) as session:
        return session.scalar(select(User).where(User.email_key == email_key, User.deleting_at.is_(None)))


def verify(password_hash: str, password: str) -> bool:
    try:
        return passwords.verify(password_hash, unicodedata.normalize("NFC", password))
    except VerifyMismatchError:
        return False


def issue_token(user: User) -> str:
    now = int(dt.datetime.now(dt.UTC).timestamp())
    claims = {
        "sub": user.user_id,
        "iss": ISSUER,
        "aud": AUDIENCE,
        "iat": now,
        "nbf": now,
        "exp": now + TOKEN_LIFETIME,
        "jti": str(uuid.uuid4()),
        "gen": user.token_generation,
    }
    return jwt.encode(claims, SECRET, algorithm="HS256", headers={"typ": TOKEN_TYPE, "kid": KEY_ID})


@app.post("/v1/auth/login")
async def login(body: LoginBody) -> LoginAnswer:
    user = await run_in_threadpool(find_user, body.email)
    password_hash = user.password_hash if user else DUMMY_HASH
    # A login that waits for its turn occupies none of the threads of the other endpoints.
    fits = await to_thread.run_sync(verify, password_hash, body.password, limiter=hashing)
    if user is None or not fits:
        raise unauthenticated("Invalid email or password.")
    return LoginAnswer(data=LoginData(username=user.name, access_token=issue_token(user)))


@app.get("/v1/user/me")
def user_view(user: CurrentUser) -> Envelope[Profile]:
    profile = Profile(
        name=user.name,
        email=user.email,
        created_on=user.created_at.astimezone(dt.UTC).date(),
        # The service also decrypts the file.
        mail_account_connected=(SECRETS / f"{user.user_id}.sealed").exists(),
    )
    return Envelope[Profile](message="User details retrieved successfully!", data=profile)


@app.get("/v1/invoices/retail", response_model_exclude_none=True)
def invoice_list(
    user: CurrentUser,
    subtype: str | None = None,
    invoice_id: Annotated[str | None, Query(alias="invoice-id")] = None,
    limit: Annotated[int | None, Query(ge=1, le=500)] = None,
    cursor: str | None = None,
) -> Envelope[InvoicePage] | Envelope[InvoiceDetails]:
    if invoice_id is None:
        page = invoice_page(user, subtype, limit, cursor)
        return Envelope[InvoicePage](message="Retail invoices retrieved successfully!", data=page)
    if subtype is None:
        raise ApiError(400, "INVALID_REQUEST", "The parameter invoice-id requires subtype.")
    details = invoice_details(user, subtype, invoice_id)
    return Envelope[InvoiceDetails](message="Retail invoice details retrieved successfully!", data=details)


def invoice_page(user: User, subtype: str | None, limit: int | None, cursor: str | None) -> InvoicePage:
    own = [RetailInvoice.user_id == user.user_id]
    if subtype is not None:
        own.append(RetailInvoice.sub_type == subtype)
    date, id_of = RetailInvoice.invoice_date, RetailInvoice.invoice_id
    # Rows of columns take about half the time of ORM objects. The order is that of the index.
    query = (
        select(
            id_of,
            RetailInvoice.vendor_name,
            RetailInvoice.sub_type,
            date,
            RetailInvoice.total_amount,
            RetailInvoice.currency,
        )
        .where(*own)
        .order_by(date.is_(None), date.desc(), id_of)
    )
    if cursor is not None:
        last_date, last_id = decode_cursor(cursor)
        query = query.where((date < last_date) | ((date == last_date) & (id_of > last_id)))
    if limit is not None:
        query = query.limit(limit + 1)
    with Session(engine) as session:
        rows = session.execute(query).all()
        if limit is None and cursor is None:
            count = len(rows)
        else:
            count = session.scalar(select(func.count()).select_from(RetailInvoice).where(*own)) or 0
    invoices = [
        ListedInvoice(
            invoice_id=invoice_id,
            vendor_name=vendor_name,
            sub_type=sub_type,
            invoice_date=invoice_date,
            total_amount=total_amount,
            currency=currency or "SEK",
            currency_assumed=True if currency is None else None,
        )
        for invoice_id, vendor_name, sub_type, invoice_date, total_amount, currency in rows[:limit]
    ]
    has_more = limit is not None and len(rows) > limit
    next_cursor = encode_cursor(invoices[-1]) if has_more else None
    return InvoicePage(invoice_count=count, invoices=invoices, next_cursor=next_cursor)


def encode_cursor(invoice: ListedInvoice) -> str:
    place = f"{invoice.invoice_date} {invoice.invoice_id}"
    return "retail-" + urlsafe_b64encode(place.encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> tuple[str, str]:
    place = cursor.removeprefix("retail-")
    try:
        date, invoice_id = urlsafe_b64decode(place + "=" * (-len(place) % 4)).decode().split(" ")
    except ValueError:
        message = "Invalid parameter 'cursor': it must be the next_cursor of a page."
        raise ApiError(400, "INVALID_REQUEST", message) from None
    return date, invoice_id


def invoice_details(user: User, subtype: str, invoice_id: str) -> InvoiceDetails:
    query = (
        select(RetailDetail.detail)
        .join(RetailInvoice, RetailInvoice.invoice_id == RetailDetail.invoice_id)
        .where(
            RetailInvoice.invoice_id == invoice_id,
            RetailInvoice.user_id == user.user_id,
            RetailInvoice.sub_type == subtype,
        )
    )
    with Session(engine) as session:
        detail = session.scalar(query)
    if detail is None:
        raise ApiError(404, "INVALID_REQUEST", "Invoice not found.")
    return InvoiceDetails(invoice_details={**detail, "invoice_id": invoice_id})
