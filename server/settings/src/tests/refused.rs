//! Values that `invoices config check` and the start of the service refuse, each with a piece of the sentence.

use super::errors;

const REFUSED: &[(&str, &str)] = &[
    // Numbers beyond their range.
    ("[reader]\ntimeout_seconds = -20", "-20 is not 1 to"),
    (
        "[pipeline]\nworkers = 0",
        "pipeline.workers: 0 is not 1 to 256: each takes memory and connections",
    ),
    (
        "[pipeline]\nworkers = 1000000",
        "pipeline.workers: 1000000 is not 1 to 256",
    ),
    (
        "[pipeline]\nbytes_in_flight_mib = 100",
        "100 is not 170 to 1048576: two messages of the maximum size must fit",
    ),
    (
        "[reader]\nmemory_mib = 1",
        "reader.memory_mib: 1 is not 128 to 65536: with less, a process can't parse",
    ),
    (
        "[reader]\nconcurrency = 5000",
        "reader.concurrency: 5000 is not 0 to 1024: each is a process",
    ),
    (
        "[reader]\ntimeout_seconds = 0",
        "reader.timeout_seconds: 0 is not 1 to 3600",
    ),
    (
        "[auth]\ntoken_lifetime_seconds = 0",
        "auth.token_lifetime_seconds: 0 is not 60 to 604800: an app needs time",
    ),
    (
        "[auth]\nsession_idle_days = 0",
        "auth.session_idle_days: 0 is not 1 to 3650",
    ),
    (
        "[auth]\nsession_max_days = 9223372036854775807",
        "9223372036854775807 is not 1 to 3650",
    ),
    (
        "[auth]\npassword_min = 129",
        "auth.password_min: 129 is not 1 to 64: a longer minimum",
    ),
    (
        "[auth]\nlogin_failures = 0",
        "auth.login_failures: 0 is not 1 to 1000000",
    ),
    (
        "[auth]\nattempts_per_minute = 0",
        "auth.attempts_per_minute: 0 is not 1 to 1000000",
    ),
    (
        "[limits]\naccount_mib = -1",
        "limits.account_mib: -1 is not 0 to 1048576: 0 means no limit",
    ),
    (
        "[limits]\naccount_mib = 9223372036854775807",
        "9223372036854775807 is not 0 to 1048576",
    ),
    (
        "[limits]\naccount_messages = -1",
        "limits.account_messages: -1 is not 0 to 1000000000",
    ),
    (
        "[mail.quota]\nuser_units_per_minute = 0",
        "0 is not 1 to 1000000000: with 0 no mail could be fetched",
    ),
    (
        "[mail.quota]\nget_units = 0",
        "mail.quota.get_units: 0 is not 1 to 1000: each call costs",
    ),
    (
        "[mail]\nwatch_minutes = 1441",
        "mail.watch_minutes: 1441 is not 0 to 1440: 0 means never",
    ),
    (
        "[schedule]\nspread_minutes = 1440",
        "schedule.spread_minutes: 1440 is not 0 to 240",
    ),
    (
        "[server]\nreplicas = 0",
        "server.replicas: 0 is not 1 to 1000: this process is one of them",
    ),
    (
        "[server]\ningest_timeout_seconds = 86400",
        "86400 is not 1 to 3600: callers and proxies don't wait for hours",
    ),
    (
        "[server]\ndrain_seconds = 86400",
        "server.drain_seconds: 86400 is not 0 to 3600: a supervisor kills",
    ),
    (
        "[server]\nshutdown_seconds = 0",
        "server.shutdown_seconds: 0 is not 1 to 3600: jobs need time",
    ),
    (
        "[database]\nconnections = 0",
        "database.connections: 0 is not 1 to 1000: a request needs one",
    ),
    (
        "[traces]\nsampled = 1.5",
        "traces.sampled: 1.5 is not 0 to 1: it is a fraction",
    ),
    ("[traces]\nsampled = 2", "traces.sampled: 2 is not 0 to 1"),
    ("[traces]\nsampled = nan", "traces.sampled: nan is not 0 to 1"),
    // Values of another form.
    (
        "[pipeline]\nworkers = 2.5",
        "pipeline.workers: invalid type: floating point `2.5`",
    ),
    (
        "[pipeline]\nworkers = \"4\"",
        "pipeline.workers: invalid type: string \"4\"",
    ),
    (
        "[server]\naddress = \"127.0.0.1\"",
        "server.address: invalid socket address",
    ),
    (
        "[server]\naddress = \"127.0.0.1:65536\"",
        "server.address: invalid socket address",
    ),
    ("[server]\nroles = [\"wrkr\"]", "server.roles: unknown variant `wrkr`"),
    ("[log]\nformat = \"xml\"", "log.format: unknown variant `xml`"),
    (
        "[mail]\nprovider_url = \"ftp://mail.example.com\"",
        "mail.provider_url: is not an http or https address",
    ),
    (
        "[mail]\nprovider_url = \"http://127.0.0.1:99999\"",
        "mail.provider_url: is not an http or https address",
    ),
    (
        "[push]\nurl = \"https://push.example.com:0\"",
        "push.url: is not an http or https address",
    ),
    (
        "[imap]\nservers = [{ name = \"a\", host = \"a\", port = 99999 }]",
        "imap.servers: invalid value",
    ),
    // Blank values.
    ("data = \"\"", "data: it is empty; remove it for the default"),
    (
        "[mail]\nclient_id = \"\"",
        "mail.client_id: it is empty; remove it for the default",
    ),
    ("[mail]\nclient_secret = \" \"", "mail.client_secret: it is empty"),
    ("[auth]\njwt_secret = \"\"", "auth.jwt_secret: it is empty"),
    ("[server]\ntls_cert = \"\"", "server.tls_cert: it is empty"),
    ("[log]\nfilter = \"\"", "log.filter: it is empty"),
    ("[topic]\npublisher = \"\"", "topic.publisher: it is empty"),
    ("[schedule]\nretail = \"\"", "schedule.retail: it is empty"),
    // A value beside its file, and one file for two keys.
    (
        "[database]\npassword = \"x\"\npassword_file = \"/x\"",
        "database.password and database.password_file are both set",
    ),
    (
        "[auth]\njwt_secret = \"x\"\njwt_secret_file = \"/x\"",
        "auth.jwt_secret_file: auth.jwt_secret is set as well; remove one of them",
    ),
    (
        "[secrets]\nkey = \"x\"\nkey_file = \"/x\"",
        "secrets.key_file: secrets.key is set as well; remove one of them",
    ),
    (
        "[auth]\njwt_secret_file = \"/etc/key\"\n[secrets]\nkey_file = \"/etc/key\"",
        "secrets.key_file: is auth.jwt_secret_file too",
    ),
    (
        "[objects]\nstore = \"folder:/srv/a\"\n[secrets]\nstore = \"folder:/srv/a\"",
        "secrets.store: \"folder:/srv/a\" is objects.store too",
    ),
    // Times that contradict each other.
    (
        "[auth]\nsession_idle_days = 1\ntoken_lifetime_seconds = 86401",
        "auth.token_lifetime_seconds: 86401 is more than a session lasts without a refresh, 1 days",
    ),
    (
        "[auth]\nsession_max_days = 2\ntoken_lifetime_seconds = 604800",
        "auth.token_lifetime_seconds: 604800 is more than a session lasts without a refresh, 2 days",
    ),
    // One port twice.
    (
        "[server]\naddress = \"127.0.0.1:9100\"\n[operations]\naddress = \"127.0.0.1:9100\"",
        "operations.address: server.address listens on port 9100 too",
    ),
    (
        "[server]\naddress = \"[::]:9100\"\n[operations]\naddress = \"127.0.0.1:9100\"",
        "operations.address: server.address listens on port 9100 too",
    ),
    (
        "[operations]\naddress = \"0.0.0.0:8080\"",
        "operations.address: server.address listens on port 8080 too",
    ),
    (
        "[mail]\nprovider_url = \"http://localhost:8080\"",
        "mail.provider_url: http://localhost:8080 is this service itself (server.address)",
    ),
    (
        "[operations]\naddress = \"127.0.0.1:4318\"\n[traces]\nendpoint = \"http://127.0.0.1:4318\"",
        "traces.endpoint: http://127.0.0.1:4318 is this service itself (operations.address)",
    ),
    (
        "[server]\naddress = \"0.0.0.0:443\"\n[aws]\nendpoint_url = \"https://127.0.0.1\"",
        "aws.endpoint_url: https://127.0.0.1 is this service itself",
    ),
    (
        "[pipeline]\ndns_server = \"192.0.2.53:0\"",
        "pipeline.dns_server: 192.0.2.53:0: 0 is not 1 to 65535",
    ),
    (
        "[imap]\nservers = [{ name = \"a\", host = \"imap.example.com\", port = 0 }]",
        "imap.servers.port: a: 0 is not 1 to 65535",
    ),
    // Users' tokens in plain text, and addresses that anyone can claim.
    (
        "[mail]\nprovider_url = \"http://mail.example.com\"",
        "mail.provider_url: http://mail.example.com: http is for this machine only",
    ),
    (
        "[mail]\nprovider_url = \"http://127.0.0.1.example.com\"",
        "http is for this machine only",
    ),
    (
        "[mail]\nprovider_url = \"http://192.168.0.7:8400\"",
        "http is for this machine only",
    ),
    (
        "[mail]\ncallback_url = \"http://invoices.example.com/v1/auth/mail/callback\"",
        "mail.callback_url: http://invoices.example.com/v1/auth/mail/callback: http is for this machine only",
    ),
    (
        "[mail]\nlocalhost_callback_url = \"https://app.example.com/callback\"",
        "mail.localhost_callback_url: https://app.example.com/callback is not on http://localhost",
    ),
    (
        "[server]\ntrusted_proxies = [\"0.0.0.0/0\"]",
        "server.trusted_proxies: 0.0.0.0/0 is every address",
    ),
];

#[test]
fn a_value_that_can_not_work_is_refused_with_the_reason() {
    for (toml, sentence) in REFUSED {
        let found = errors(toml);
        assert!(
            found.contains(sentence) && found.lines().count() == 1,
            "{toml}:\n{sentence} in\n{found}"
        );
    }
}

#[test]
fn values_beside_the_refused_ones_are_accepted() {
    for toml in [
        "[mail]\nprovider_url = \"http://[::1]:8400\"",
        "[mail]\nprovider_url = \"https://mail.example.com\"",
        "[mail]\ncallback_url = \"http://localhost:8080/v1/auth/mail/callback\"",
        "[server]\naddress = \"127.0.0.1:0\"\n[operations]\naddress = \"127.0.0.1:0\"",
        "[server]\naddress = \"192.0.2.1:8080\"\n[operations]\naddress = \"127.0.0.1:8080\"",
        "[database]\nurl = \"\"\n[objects]\nstore = \"\"\n[secrets]\nstore = \"\"",
        "[server]\nroles = [\"worker\"]\n[operations]\naddress = \"127.0.0.1:8080\"",
        "[auth]\nsession_max_days = 14",
        "[auth]\nsession_idle_days = 7\ntoken_lifetime_seconds = 604800",
        "[server]\ntrusted_proxies = [\"10.0.0.0/8\"]",
    ] {
        assert_eq!(errors(toml), "", "{toml}");
    }
}
