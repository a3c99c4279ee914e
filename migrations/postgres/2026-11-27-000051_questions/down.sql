UPDATE documents SET state = 'failed' WHERE state = 'asked';
ALTER TABLE documents DROP COLUMN answer;
ALTER TABLE documents DROP COLUMN question_told;
ALTER TABLE documents DROP COLUMN question;
