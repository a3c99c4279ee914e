-- What a user with many invoices asks for is read from an index, or kept as a sum.

-- A name is part of keys, which have a limit.
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

-- What the retail invoices with all of these in common add up to. The trigger below keeps it.
CREATE TABLE retail_sums (
    user_id         TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    -- YYYY-MM; empty without a date.
    month           TEXT NOT NULL,
    sub_type        TEXT NOT NULL,
    vendor_id       TEXT NOT NULL,
    vendor_name     TEXT NOT NULL,
    currency        TEXT,
    cancelled       BOOLEAN NOT NULL,
    invoices        BIGINT NOT NULL,
    -- The integer digits of the amounts, and their ten-thousandths, each added up apart: no sum leaves the range of an integer.
    whole           BIGINT NOT NULL,
    decimals        BIGINT NOT NULL,
    -- The same of the negative amounts alone.
    whole_refunds   BIGINT NOT NULL,
    refund_decimals BIGINT NOT NULL
);
CREATE UNIQUE INDEX retail_sums_by_key
    ON retail_sums (user_id, month, sub_type, vendor_id, vendor_name, (coalesce(currency, '')), cancelled);

INSERT INTO retail_sums
SELECT user_id, substr(coalesce(invoice_date, ''), 1, 7), sub_type, vendor_id, vendor_name, currency, coalesce(cancelled, false),
    count(*), sum(total_amount / 10000), sum(total_amount % 10000),
    sum(least(total_amount, 0) / 10000), sum(least(total_amount, 0) % 10000)
FROM retail_invoices
GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- The folded texts of each retail invoice, for searches.
CREATE TABLE retail_texts (
    user_id    TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    invoice_id TEXT NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (user_id, invoice_id)
);

CREATE FUNCTION keep_retail_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF tg_op = 'UPDATE' AND
        (old.user_id, old.invoice_date, old.sub_type, old.vendor_id, old.vendor_name, old.currency, old.cancelled, old.total_amount)
        IS NOT DISTINCT FROM
        (new.user_id, new.invoice_date, new.sub_type, new.vendor_id, new.vendor_name, new.currency, new.cancelled, new.total_amount)
    THEN
        RETURN NULL;
    END IF;
    -- A change counts as a deletion and an insertion.
    IF tg_op <> 'INSERT' THEN
        UPDATE retail_sums SET
            invoices = invoices - 1,
            whole = whole - old.total_amount / 10000,
            decimals = decimals - old.total_amount % 10000,
            whole_refunds = whole_refunds - least(old.total_amount, 0) / 10000,
            refund_decimals = refund_decimals - least(old.total_amount, 0) % 10000
        WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
            AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
            AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, false);
        DELETE FROM retail_sums
        WHERE user_id = old.user_id AND month = substr(coalesce(old.invoice_date, ''), 1, 7) AND sub_type = old.sub_type
            AND vendor_id = old.vendor_id AND vendor_name = old.vendor_name
            AND coalesce(currency, '') = coalesce(old.currency, '') AND cancelled = coalesce(old.cancelled, false)
            AND invoices = 0;
    END IF;
    IF tg_op = 'DELETE' THEN
        DELETE FROM retail_texts WHERE user_id = old.user_id AND invoice_id = old.invoice_id;
        RETURN NULL;
    END IF;
    INSERT INTO retail_sums AS kept VALUES (
        new.user_id, substr(coalesce(new.invoice_date, ''), 1, 7), new.sub_type, new.vendor_id, new.vendor_name, new.currency,
        coalesce(new.cancelled, false), 1, new.total_amount / 10000, new.total_amount % 10000,
        least(new.total_amount, 0) / 10000, least(new.total_amount, 0) % 10000
    )
    ON CONFLICT (user_id, month, sub_type, vendor_id, vendor_name, (coalesce(currency, '')), cancelled) DO UPDATE SET
        invoices = kept.invoices + 1,
        whole = kept.whole + excluded.whole,
        decimals = kept.decimals + excluded.decimals,
        whole_refunds = kept.whole_refunds + excluded.whole_refunds,
        refund_decimals = kept.refund_decimals + excluded.refund_decimals;
    RETURN NULL;
END;
$$;

CREATE TRIGGER retail_invoices_changed AFTER INSERT OR UPDATE OR DELETE ON retail_invoices
    FOR EACH ROW EXECUTE FUNCTION keep_retail_sums();
