-- What operators did to users. The user isn't a foreign key, because an act outlives the user, without the address.

CREATE TABLE acts (
    id        INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    done_at   TEXT NOT NULL,
    act       TEXT NOT NULL,
    user_id   TEXT,
    email_key TEXT,
    operator  TEXT NOT NULL,
    detail    TEXT
) STRICT;

CREATE INDEX acts_by_user ON acts (user_id);
CREATE INDEX acts_by_email ON acts (email_key);
