DROP TRIGGER documents_inserted ON documents;
DROP TRIGGER documents_updated ON documents;
DROP TRIGGER documents_deleted ON documents;
DROP FUNCTION keep_usage_sums;
DROP TABLE usage_sums;
