DROP TRIGGER documents_inserted;
DROP TRIGGER documents_deleted;
DROP TRIGGER documents_updated;
DROP TABLE usage_sums;
