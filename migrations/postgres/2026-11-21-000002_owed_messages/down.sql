DROP INDEX messages_owed;
