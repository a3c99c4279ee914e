-- Users' own landlords and vendors, the operator's that a user has switched off, and suggestions for more.

CREATE TABLE own_landlords (
    user_id     TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    landlord_id TEXT NOT NULL,
    sender      TEXT NOT NULL,
    -- A phrase of the subject; absent for any subject.
    subject     TEXT,
    active      BOOLEAN NOT NULL,
    created_at  TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, landlord_id)
);

CREATE TABLE own_vendors (
    user_id          TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    vendor_id        TEXT NOT NULL,
    name             TEXT NOT NULL,
    sub_type         TEXT NOT NULL,
    -- Lists of texts as JSON.
    email_patterns   JSON NOT NULL,
    subject_keywords JSON NOT NULL,
    active           BOOLEAN NOT NULL,
    created_at       TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, vendor_id)
);

-- `source` is `rental` for a landlord and `retail` for a vendor, `id` the landlord's or vendor's id.
CREATE TABLE switched_off (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    source  TEXT NOT NULL,
    id      TEXT NOT NULL,
    PRIMARY KEY (user_id, source, id)
);

CREATE TABLE suggestions (
    user_id       TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    suggestion_id TEXT NOT NULL,
    -- `rental` for a landlord, `retail` for a vendor.
    source        TEXT NOT NULL,
    name          TEXT NOT NULL,
    -- Absent for a landlord.
    sub_type      TEXT,
    -- A list of addresses as JSON.
    senders       JSON NOT NULL,
    mails         BIGINT NOT NULL,
    trusted       BOOLEAN NOT NULL,
    -- What one of the mails states. Some state an order and no total.
    invoice_date  TEXT NOT NULL,
    total_amount  BIGINT,
    currency      TEXT,
    -- `open`, `accepted` or `refused`.
    state         TEXT NOT NULL,
    updated_at    TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, suggestion_id)
);
