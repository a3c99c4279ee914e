-- Whether an invoice was deleted is asked with every one that is saved: the cost must not grow with what the user has.

DROP INDEX retail_sources_by_user;
CREATE INDEX retail_sources_by_user ON retail_sources (user_id, invoice_id);
