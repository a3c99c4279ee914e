-- What is still to be fetched is asked for with every pass of a long ingest, among all that is settled.

CREATE INDEX messages_owed ON messages (user_id, account, source, id) WHERE state = 'found';
