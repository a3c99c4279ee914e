-- What a user with many invoices asks for is read from an index, or kept as a sum.

-- A name is part of keys, which PostgreSQL limits.
UPDATE retail_invoices SET vendor_name = substr(vendor_name, 1, 200) WHERE length(vendor_name) > 200;

CREATE INDEX retail_invoices_by_vendor
    ON retail_invoices (user_id, vendor_id, (coalesce(invoice_date, '')) DESC, invoice_id);
CREATE INDEX retail_invoices_by_vendor_name
    ON retail_invoices (user_id, vendor_name, (coalesce(invoice_date, '')) DESC, invoice_id);
CREATE INDEX retail_invoices_by_currency
    ON retail_invoices (user_id, (coalesce(currency, 'SEK')), (coalesce(invoice_date, '')) DESC, invoice_id);
CREATE INDEX messages_by_user_state ON messages (user_id, state, (coalesce(received_at, found_at)), id);
CREATE INDEX messages_by_source ON messages (user_id, source, (coalesce(received_at, found_at)), id);
CREATE INDEX messages_by_vendor ON messages (user_id, vendor_id, (coalesce(received_at, found_at)), id)
    WHERE vendor_id IS NOT NULL;
CREATE INDEX retail_sources_by_user_document ON retail_sources (user_id, document);
CREATE INDEX documents_by_user_state ON documents (user_id, state, message);
-- All that an account's usage reads.
CREATE INDEX documents_by_size ON documents (user_id, message, bytes)
    WHERE object_key IS NOT NULL AND state NOT IN ('found', 'deleted');

-- What the retail invoices with all of these in common add up to. The triggers below keep it.
CREATE TABLE retail_sums (
    user_id         TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- YYYY-MM; empty without a date.
    month           TEXT NOT NULL,
    sub_type        TEXT NOT NULL,
    vendor_id       TEXT NOT NULL,
    vendor_name     TEXT NOT NULL,
    currency        TEXT,
    cancelled       INTEGER NOT NULL,
    invoices        INTEGER NOT NULL,
    -- The integer digits of the amounts, and their ten-thousandths, each added up apart: no sum leaves the range of an integer.
    whole           INTEGER NOT NULL,
    decimals        INTEGER NOT NULL,
    -- The same of the negative amounts alone.
    whole_refunds   INTEGER NOT NULL,
    refund_decimals INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX retail_sums_by_key
    ON retail_sums (user_id, month, sub_type, vendor_id, vendor_name, (coalesce(currency, '')), cancelled);

INSERT INTO retail_sums
SELECT user_id, substr(coalesce(invoice_date, ''), 1, 7), sub_type, vendor_id, vendor_name, currency, coalesce(cancelled, 0),
    count(*), sum(total_amount / 10000), sum(total_amount % 10000),
    sum(min(total_amount, 0) / 10000), sum(min(total_amount, 0) % 10000)
FROM retail_invoices
GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- The folded texts of each retail invoice, for searches.
CREATE TABLE retail_texts (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    invoice_id TEXT NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (user_id, invoice_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER retail_invoices_inserted AFTER INSERT ON retail_invoices
BEGIN
    INSERT INTO retail_sums VALUES (
        new.user_id, substr(coalesce(new.invoice_date, ''), 1, 7), new.sub_type, new.vendor_id, new.vendor_name, new.currency,
        coalesce(new.cancelled, 0), 1, new.total_amount / 10000, new.total_amount % 10000,
        min(new.total_amount, 0) / 10000, min(new.total_amount, 0) % 10000
    )
    ON CONFLICT (user_id, month, sub_type, vendor_id, vendor_name, (coalesce(currency, '')), cancelled) DO UPDATE SET
        invoices = invoices + 1,
        whole = whole + excluded.whole,
        decimals = decimals + excluded.decimals,
        whole_refunds = whole_refunds + excluded.whole_refunds,
        refund_decimals = refund_decimals + excluded.refund_decimals;
END;

CREATE TRIGGER retail_invoices_deleted AFTER DELETE ON retail_invoices
BEGIN
    UPDATE retail_sums SET
        invoices = invoices - 1,
        whole = whole - old.total_amount / 10000,
        decimals = decimals - old.total_amount % 10000,
        whole_refunds = whole_refunds - min(old.total_amount, 0) / 10000,
        refund_decimals = refund_decimals - min(old.total_amount, 0) % 10000
    WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
        AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
        AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, 0);
    DELETE FROM retail_sums
    WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
        AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
        AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, 0)
        AND invoices = 0;
    DELETE FROM retail_texts WHERE user_id = old.user_id AND invoice_id = old.invoice_id;
END;

-- A change counts as a deletion and an insertion.
CREATE TRIGGER retail_invoices_updated
AFTER UPDATE OF user_id, invoice_date, sub_type, vendor_id, vendor_name, currency, cancelled, total_amount ON retail_invoices
WHEN (old.user_id, old.invoice_date, old.sub_type, old.vendor_id, old.vendor_name, old.currency, old.cancelled, old.total_amount)
    IS NOT (new.user_id, new.invoice_date, new.sub_type, new.vendor_id, new.vendor_name, new.currency, new.cancelled,
        new.total_amount)
BEGIN
    UPDATE retail_sums SET
        invoices = invoices - 1,
        whole = whole - old.total_amount / 10000,
        decimals = decimals - old.total_amount % 10000,
        whole_refunds = whole_refunds - min(old.total_amount, 0) / 10000,
        refund_decimals = refund_decimals - min(old.total_amount, 0) % 10000
    WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
        AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
        AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, 0);
    DELETE FROM retail_sums
    WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
        AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
        AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, 0)
        AND invoices = 0;
    INSERT INTO retail_sums VALUES (
        new.user_id, substr(coalesce(new.invoice_date, ''), 1, 7), new.sub_type, new.vendor_id, new.vendor_name, new.currency,
        coalesce(new.cancelled, 0), 1, new.total_amount / 10000, new.total_amount % 10000,
        min(new.total_amount, 0) / 10000, min(new.total_amount, 0) % 10000
    )
    ON CONFLICT (user_id, month, sub_type, vendor_id, vendor_name, (coalesce(currency, '')), cancelled) DO UPDATE SET
        invoices = invoices + 1,
        whole = whole + excluded.whole,
        decimals = decimals + excluded.decimals,
        whole_refunds = whole_refunds + excluded.whole_refunds,
        refund_decimals = refund_decimals + excluded.refund_decimals;
END;
