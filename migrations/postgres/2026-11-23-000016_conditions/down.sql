ALTER TABLE notifications DROP COLUMN kind;
DROP TABLE conditions;
