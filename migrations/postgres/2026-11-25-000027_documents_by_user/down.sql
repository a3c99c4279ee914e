DROP INDEX documents_by_user;
