DROP INDEX users_by_creation;
ALTER TABLE users DROP COLUMN token_generation;
