//! How users are notified.

use crate::value::{HttpUrl, Seconds, Secret};

section! {
    /// The topic of notifications.
    TopicSettings {
        /// The publisher of notifications. "local": this process sends them through [email] and [push], if configured. Or
        /// "sns:<topic ARN>".
        publisher: String = "local".into(), former("topic.store");
    }
}

section! {
    /// Mails to users.
    EmailSettings {
        /// "smtps://<host>[:<port>]" (TLS from the start), "smtp://<host>[:<port>]" (STARTTLS, required), or
        /// "smtp-plain://<host>[:<port>]" (no TLS, for a relay on this machine). Unset: no e-mail is sent.
        server: Option<String> = None, example("smtps://mail.example.com");
        /// The sender.
        from: Option<String> = None, example("Invoices <invoices@example.com>");
        /// The user name at the server. Set both or neither.
        username: Option<String> = None, example("invoices");
        /// The password at the server.
        password: Option<Secret> = None, example("…"), file("/run/secrets/email");
        /// The time limit of one SMTP command. A mail that was not taken is sent again later.
        timeout_seconds: Seconds = Seconds::new(30), constant();
    }
}

section! {
    /// Notifications by push.
    PushSettings {
        /// The URL to post to. Unset: no push is sent.
        url: Option<HttpUrl> = None, example("https://push.example.com/notify");
        /// Sent as Authorization: Bearer.
        token: Option<Secret> = None, example("…"), file("/run/secrets/push");
        /// The time limit of a call. A notification that was not taken is sent again later.
        timeout_seconds: Seconds = Seconds::new(30), constant();
    }
}

section! {
    /// Webhooks of users.
    WebhookSettings {
        /// Whether users can register webhooks, and whether events are sent.
        enabled: bool = true;
        /// By default, events are only sent to public addresses over HTTPS. If true, users can register any address and plain
        /// HTTP: for tests, or if all users may reach the service's network.
        allow_private_addresses: bool = false;
        /// The time limit of a message with its answer, which the guide for receivers states.
        timeout_seconds: Seconds = Seconds::new(15), constant();
    }
}
