-- What is wrong with a user's account and the user was told of, until it is right again. `kind` is that of the notification.

CREATE TABLE conditions (
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    since   TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, kind)
);

-- Absent for a new invoice; then `invoice_id` names it, which is empty for the others.
ALTER TABLE notifications ADD COLUMN kind TEXT;
