//! The API's own certificate.

use chrono::Utc;
use invoices_settings::Config;

use super::finding::Finding;
use crate::certificate::{SOON, validity};
use crate::start::settings;

pub(super) const CERTIFICATE: &str = "certificate";
const RENEW: &str = "renew the certificate, and send the service SIGHUP (`systemctl reload invoices`)";

/// It can be read, is that of its key, and is valid for some time.
pub(super) fn check_certificate(config: &Config) -> Vec<Finding> {
    let files = match settings::certificate(config) {
        Ok(None) => return Finding::ok(CERTIFICATE, "the API has none of its own; a proxy serves TLS").into(),
        Ok(Some(files)) => files,
        // The check of the settings says it.
        Err(_) => return Finding::skipped(CERTIFICATE, "its settings are invalid").into(),
    };
    let path = files.certificate.display();
    let certificate = match files.read() {
        Ok(certificate) => certificate,
        Err(error) => {
            let advice = "correct server.tls_cert and server.tls_key; run the doctor as the service's user";
            return Finding::fault(CERTIFICATE, error.to_string(), advice).into();
        }
    };
    let Some(validity) = validity(&certificate) else {
        return Finding::fault(CERTIFICATE, format!("{path} is malformed"), RENEW).into();
    };
    let (begins, ends, now) = (validity.begins.date_naive(), validity.ends.date_naive(), Utc::now());
    if validity.ends <= now {
        return Finding::fault(CERTIFICATE, format!("{path} ended on {ends}"), RENEW).into();
    }
    if now < validity.begins {
        let advice = "check this machine's clock; if it is right, use the certificate from that day on";
        return Finding::fault(CERTIFICATE, format!("{path} begins on {begins}"), advice).into();
    }
    let message = format!("{path} ends on {ends}");
    if validity.ends - now < SOON {
        let message = format!("{message}, in less than {} days", SOON.num_days());
        return Finding::warning(CERTIFICATE, message, RENEW).into();
    }
    Finding::ok(CERTIFICATE, message).into()
}
