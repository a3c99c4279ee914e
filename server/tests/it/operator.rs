//! An operator's commands while the service is running.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use chrono::Utc;
use invoices_client::{Client, types};
use invoices_sandbox::{Fault, Sandbox, SandboxHandle, SandboxSettings};

use crate::served::{Served, invoices, run, text};

const SETTINGS: &str = r#"
[mail]
provider_url = "BASE"
client_id = "ID"
client_secret = "SECRET"
"#;

/// A receipt whose sender the provider did not authenticate.
fn forged() -> Vec<u8> {
    let date = Utc::now().to_rfc2822();
    format!(
        "Authentication-Results: mx.google.com; dmarc=fail header.from=mail.foodora.se\r\n\
         From: foodora <info@mail.foodora.se>\r\nSubject: Orderbekr\u{1b}[31mftelse Orderbekräftelse\r\nDate: {date}\r\n\
         Content-Type: text/html; charset=utf-8\r\n\r\n\
         <p>Ordernummer: k7dn-4711</p><p>Totalt: 120,00 kr</p>"
    )
    .into_bytes()
}

async fn start(folder: &Path) -> (SandboxHandle, Served, Client) {
    let sandbox = Sandbox::start(SandboxSettings::default()).await.unwrap();
    let (id, secret) = sandbox.client();
    let settings = SETTINGS
        .replace("BASE", &sandbox.base_url())
        .replace("ID", id)
        .replace("SECRET", secret);
    std::fs::write(folder.join("invoices.toml"), settings).unwrap();
    let served = Served::start(folder);
    let client = Client::connect(&format!("http://{}", served.address)).unwrap();
    let client = client
        .sign_up("alva@example.com", "Alva", "correct horse battery".to_owned())
        .await
        .unwrap();
    let tokens = sandbox.issue_tokens();
    let body = types::StoreTokensBody {
        account_id: None,
        access_token: tokens.access.into(),
        refresh_token: Some(tokens.refresh.into()),
        expires_in: None,
        scope: None,
        email: None,
    };
    client.mail_store_tokens(&body).await.unwrap();
    (sandbox, served, client)
}

async fn ingest(client: &Client) -> u64 {
    let body = types::RetailIngestBody::default();
    client
        .retail_ingest(&body)
        .await
        .unwrap()
        .into_inner()
        .data
        .total_emails_found
}

// Shows: Retail invoices | A mail whose sender is…
#[tokio::test(flavor = "multi_thread")]
async fn a_quarantined_message_is_listed_and_released() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, _served, client) = start(folder.path()).await;
    let id = sandbox.add(&forged());
    assert_eq!(ingest(&client).await, 0);

    let shown = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, listed, _) = shown(&["ledger", "--user", "Alva@Example.com", "--state", "quarantined"]);
    assert_eq!(code, Some(0));
    assert!(
        listed.contains(&id) && listed.contains("quarantined: ") && listed.contains("info@mail.foodora.se"),
        "{listed}"
    );
    assert!(!listed.contains('\u{1b}'), "control characters are removed");
    let today = Utc::now().date_naive();
    let (tomorrow, yesterday) = (today.succ_opt().unwrap(), today.pred_opt().unwrap());
    let (tomorrow, yesterday) = (tomorrow.to_string(), yesterday.to_string());
    for (filter, is_listed) in [
        (&["--sender", "info@mail.foodora.se"][..], true),
        (&["--sender", "Foodora.se"], true),
        (&["--sender", "*@mail.*"], true),
        (&["--sender", "mail.foodora.s_"], false),
        (&["--sender", "oodora.se"], false),
        (&["--since", &yesterday, "--until", &tomorrow], true),
        (&["--until", "2026-01-01"], false),
        (&["--since", "2999-01-01"], false),
        (&["--limit", "0"], false),
    ] {
        for form in [&["ledger", "--json"][..], &["ledger"], &["ledger", "--csv"]] {
            let (code, listed, error) = shown(&[form, filter].concat());
            assert_eq!(code, Some(0), "{error}");
            assert_eq!(listed.contains(&id), is_listed, "{filter:?} {listed}");
        }
    }
    let rows: serde_json::Value = serde_json::from_str(&shown(&["ledger", "--json"]).1).unwrap();
    assert_eq!(
        (&rows[0]["state"], &rows[0]["sender"]),
        (&"quarantined".into(), &"info@mail.foodora.se".into())
    );
    assert!(rows[0]["reason"].is_string());

    let (code, output, _) = shown(&["release", "--user", "alva@example.com", "0000000000000000"]);
    assert_eq!((code, output.trim()), (Some(1), "0000000000000000: not in quarantine"));
    let (code, output, _) = shown(&["release", "--user", "alva@example.com", &id]);
    assert_eq!(code, Some(0));
    assert!(output.contains("released"), "{output}");
    assert_eq!(ingest(&client).await, 1);
    assert!(shown(&["ledger", "--state", "fetched"]).1.contains(&id));
    assert!(!shown(&["ledger", "--state", "quarantined"]).1.contains(&id));

    let (_, jobs, _) = shown(&["jobs", "--user", "alva@example.com", "--state", "done"]);
    let ingests: Vec<&str> = jobs.lines().filter(|line| line.contains(" ingest ")).collect();
    assert_eq!(ingests.len(), 2, "{jobs}");
    assert!(ingests.iter().any(|line| line.contains("stored 1")), "{jobs}");
    let jobs: serde_json::Value = serde_json::from_str(&shown(&["jobs", "--json"]).1).unwrap();
    let stored: u64 = jobs
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|job| job["progress"]["stored"].as_u64())
        .sum();
    assert_eq!(stored, 1, "{jobs}");
    let (_, log, _) = shown(&["users", "log", "--act", "release"]);
    assert!(log.contains(&format!("message {id}")), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ingest_that_ended_with_a_failure_is_listed_as_failed() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, _served, client) = start(folder.path()).await;
    assert_eq!(ingest(&client).await, 0);
    let ledger = || text(&run(folder.path(), &["ledger"]).stderr);
    assert!(!ledger().contains("failed"));
    sandbox.fail_after(Fault::TokenRevoked, 0);
    let body = types::RetailIngestBody::default();
    assert!(client.retail_ingest(&body).await.is_err());
    assert!(
        ledger().contains("one ingest has failed, so mails may be missing here"),
        "{}",
        ledger()
    );
    let jobs = |state: &str| {
        let output = run(folder.path(), &["jobs", "--json", "--state", state]);
        let jobs: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        jobs.as_array().unwrap().clone()
    };
    let failed = jobs("failed");
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(
        (&failed[0]["kind"], &failed[0]["state"], &failed[0]["last_error"]),
        (&"ingest".into(), &"failed".into(), &"reconnect".into())
    );
    assert!(
        jobs("done")
            .iter()
            .all(|job| job["state"] == "done" && job["job"] != failed[0]["job"])
    );
}

// Shows: Corrections | `invoices corrections` lists corrections with user, invoice, vendor, documents, parsers, what was read and what was set; filters, JSON, CSV
#[tokio::test(flavor = "multi_thread")]
async fn corrections_are_listed_with_what_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, _served, client) = start(folder.path()).await;
    let genuine = String::from_utf8(forged()).unwrap().replace("dmarc=fail", "dmarc=pass");
    sandbox.add(genuine.as_bytes());
    assert_eq!(ingest(&client).await, 1);
    let id = client.retail_invoices(None).await.unwrap()[0].invoice_id.clone();
    let list = |arguments: &[&str]| {
        let output = run(folder.path(), &[&["corrections"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let rows = |arguments: &[&str]| {
        let rows: serde_json::Value = serde_json::from_str(&list(&[&["--json"], arguments].concat())).unwrap();
        rows.as_array().unwrap().clone()
    };
    assert_eq!(rows(&[]).len(), 0);
    let correction = types::RetailCorrectionBody {
        total_amount: Some("99.5".parse().unwrap()),
        currency: Some("EUR".parse().unwrap()),
        ..types::RetailCorrectionBody::default()
    };
    client.retail_correct(&id, &correction).await.unwrap();
    let all = rows(&[]);
    assert_eq!(all.len(), 2, "{all:?}");
    let row = rows(&["--field", "total_amount"]).remove(0);
    assert_eq!(
        (
            &row["type"],
            &row["invoice_id"],
            &row["vendor"],
            &row["read_value"],
            &row["corrected_value"]
        ),
        (
            &"retail".into(),
            &id.as_str().into(),
            &"foodora".into(),
            &"120".into(),
            &"99.5".into()
        )
    );
    let document = &row["documents"][0];
    let (key, parser) = (
        document["object_key"].as_str().unwrap(),
        document["parser"].as_str().unwrap(),
    );
    assert!(
        key.starts_with("invoices/user_") && key.contains("/retail/food-delivery/foodora_"),
        "{row}"
    );
    assert!(
        document["parser_version"].is_number() && row["corrected_at"].is_string(),
        "{row}"
    );
    let today = Utc::now().date_naive();
    let (tomorrow, yesterday) = (
        today.succ_opt().unwrap().to_string(),
        today.pred_opt().unwrap().to_string(),
    );
    for (filter, count) in [
        (&["--user", "alva@example.com"][..], 2),
        (&["--vendor", "foodora"], 2),
        (&["--vendor", "ica"], 0),
        (&["--parser", parser], 2),
        (&["--parser", "rental"], 0),
        (&["--field", "currency"], 1),
        (&["--since", &yesterday, "--until", &tomorrow], 2),
        (&["--until", &yesterday], 0),
        (&["--limit", "1"], 1),
    ] {
        assert_eq!(rows(filter).len(), count, "{filter:?}");
        assert_eq!(list(filter).matches(&id).count(), count, "{filter:?}");
        assert_eq!(
            list(&[&["--csv"], filter].concat()).matches(&id).count(),
            count,
            "{filter:?}"
        );
    }
    let undo = types::RetailCorrectionBody {
        undo: Some(vec![types::RetailField::TotalAmount, types::RetailField::Currency]),
        ..types::RetailCorrectionBody::default()
    };
    client.retail_correct(&id, &undo).await.unwrap();
    assert_eq!(rows(&[]).len(), 0);
}

// Shows: Messages | `invoices ledger --answered` lists what users answered, with the candidates and the key of the original, for parser authors
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_listed_with_their_candidates() {
    let folder = tempfile::tempdir().unwrap();
    let (sandbox, _served, client) = start(folder.path()).await;
    let uncertain = String::from_utf8(forged()).unwrap().replace("dmarc=fail", "dmarc=pass");
    let uncertain = uncertain.replace("120,00 kr</p>", "120,00 kr</p><p>Totalt: 140,00 kr</p>");
    sandbox.add(uncertain.as_bytes());
    assert_eq!(ingest(&client).await, 1);
    let answered = || {
        let output = run(folder.path(), &["ledger", "--answered", "--json"]);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    assert_eq!(answered(), serde_json::json!([]));
    let asked = Some(types::LedgerState::Asked);
    let listed = client
        .message_list(None, None, None, None, None, asked, None, None, None)
        .await;
    let message = listed.unwrap().into_inner().data.messages.remove(0);
    let body = types::AnswerBody {
        total_amount: Some("140".parse().unwrap()),
        ..types::AnswerBody::default()
    };
    client.message_answer(&message.message_id, &body).await.unwrap();
    let row = answered()[0].clone();
    assert_eq!(row["message_id"], message.message_id);
    let document = &row["documents"][0];
    assert_eq!(
        document["answer"],
        serde_json::json!({"invoice": {"total_amount": 140}})
    );
    assert_eq!(document["candidates"].as_array().unwrap().len(), 2);
    assert!(
        document["object_key"]
            .as_str()
            .unwrap()
            .contains("/retail/food-delivery/"),
        "{row}"
    );
}

#[test]
fn rotating_keys_where_there_is_no_data_is_an_error_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let rotate = || {
        let refused = run(folder.path(), &["secrets", "rotate"]);
        assert_eq!(refused.status.code(), Some(1));
        text(&refused.stderr)
    };
    assert!(rotate().contains("secrets does not exist"), "{}", rotate());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let secrets = folder.path().join("data/secrets");
    std::fs::create_dir_all(&secrets).unwrap();
    assert!(rotate().contains("secrets.key does not exist"), "{}", rotate());
    assert_eq!(std::fs::read_dir(secrets).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_user_or_state_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (_sandbox, _served, _client) = start(folder.path()).await;
    for (arguments, word) in [
        (["ledger", "--user", "bo@example.com"], "no such user"),
        (["jobs", "--user", "nobody"], "neither an e-mail address nor"),
        (["ledger", "--state", "lost"], "no such state"),
        (["jobs", "--state", "lost"], "no such state"),
        (["notifications", "--state", "lost"], "no such state"),
        (["corrections", "--user", "bo@example.com"], "no such user"),
        (["corrections", "--until", "tomorrow"], "--until"),
        (["jobs", "--since", "yesterday"], "--since"),
        (["ledger", "--sender", "no sender"], "not a sender"),
    ] {
        let refused = run(folder.path(), &arguments);
        assert!(!refused.status.success());
        assert!(text(&refused.stderr).contains(word), "{}", text(&refused.stderr));
    }
}

#[test]
fn the_service_says_which_address_to_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = invoices(folder.path())
        .arg("serve")
        .env("INVOICES__SERVER__ADDRESS", "127.0.0.1:0")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = Vec::new();
    for line in BufReader::new(child.stderr.take().unwrap()).lines() {
        said.push(line.unwrap());
        if said.last().unwrap().contains("in a browser") {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let said = said.join("\n");
    assert!(said.contains("open http://127.0.0.1:"), "{said}");
    assert!(
        !said.contains("Uninited") && said.matches("migrated").count() == 1,
        "{said}"
    );
}
