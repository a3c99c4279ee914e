DROP INDEX messages_by_user;
