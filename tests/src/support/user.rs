//! A user and their requests.

use chrono::TimeDelta;
use invoices_db::{HandOver, LedgerRow};
use invoices_domain::UserId;
use invoices_domain::mail::RawMessage;
use invoices_sandbox::SandboxHandle;
use serde_json::{Value, json};
use uuid::Uuid;

use super::answer::Answer;
use super::mails::{ReceiptText, receipt};
use super::world::World;

/// A user who has signed up.
pub struct User<'w> {
    pub world: &'w World,
    pub id: UserId,
    pub email: String,
    pub password: String,
    pub token: String,
}

impl User<'_> {
    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.world
            .http
            .request(method, self.world.url(path))
            .bearer_auth(&self.token)
    }

    pub async fn gets(&self, path: &str) -> Answer {
        self.world.send(self.request(reqwest::Method::GET, path)).await
    }

    pub async fn deletes(&self, path: &str) -> Answer {
        self.world.send(self.request(reqwest::Method::DELETE, path)).await
    }

    pub async fn posts(&self, path: &str, body: &Value) -> Answer {
        self.world
            .send(self.request(reqwest::Method::POST, path).json(body))
            .await
    }

    pub async fn patches(&self, path: &str, body: &Value) -> Answer {
        self.world
            .send(self.request(reqwest::Method::PATCH, path).json(body))
            .await
    }

    pub async fn puts(&self, path: &str, body: &Value) -> Answer {
        self.world
            .send(self.request(reqwest::Method::PUT, path).json(body))
            .await
    }

    /// A POST with these bytes as its body.
    pub async fn posts_raw(&self, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Answer {
        self.world
            .send(
                self.request(reqwest::Method::POST, path)
                    .header("content-type", content_type)
                    .body(body),
            )
            .await
    }

    pub async fn posts_nothing(&self, path: &str) -> Answer {
        self.world.send(self.request(reqwest::Method::POST, path)).await
    }

    pub async fn stores_tokens(&self, access: &str, refresh: Option<&str>) -> Answer {
        self.posts(
            "/v1/auth/mail/store-tokens",
            &json!({"access_token": access, "refresh_token": refresh}),
        )
        .await
    }

    /// Moves the clock, and logs in again.
    pub async fn comes_back_after(&mut self, time: TimeDelta) {
        self.world.clock.forward(time);
        let login = json!({"email": self.email, "password": self.password});
        let answer = self.world.post("/v1/auth/login", &login).await;
        answer.body["data"]["access_token"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.token);
    }

    /// Connects the mail account with this address.
    pub async fn connects(&self, address: &str) {
        let tokens = self
            .world
            .sandbox
            .issue_tokens_for(address, SandboxHandle::default_scopes());
        self.stores_tokens(&tokens.access, Some(&tokens.refresh))
            .await
            .data(201);
    }

    /// As if the user had been invited, an operator had logged the user out, an old mail had been removed, and the account had been
    /// full. The token stays valid.
    pub async fn was_invited_and_logged_out(&self) {
        let (id, email, time) = (self.id, self.email.to_lowercase(), "2026-11-10T08:00:00.000000Z");
        let later = "2027-11-10T08:00:00.000000Z";
        let sql = format!(
            "INSERT INTO invitations (email_key, code_hash, created_at, expires_at, used_at, user_id) \
             VALUES ('{email}', 'hash of {id}', '{time}', '{time}', '{time}', '{id}'); \
             INSERT INTO acts (done_at, act, user_id, email_key, operator) \
             VALUES ('{time}', 'log-out', '{id}', '{email}', 'operator'); \
             INSERT INTO sessions (session_id, user_id, selector_hash, verifier_hash, created_at, last_used_at) \
             VALUES ('session of {id}', '{id}', 'selector of {id}', 'verifier', '{time}', '{time}'); \
             INSERT INTO access_tokens (token_id, user_id, name, scopes, token_hash, generation, created_at, expires_at) \
             VALUES ('token of {id}', '{id}', 'script', 'read', 'hash of {id}', 0, '{time}', '{later}'); \
             INSERT INTO password_resets (user_id, code_hash, expires_at) VALUES ('{id}', 'reset of {id}', '{later}'); \
             INSERT INTO email_codes (user_id, code_hash, failed_attempts, expires_at) \
             VALUES ('{id}', 'code of {id}', 0, '{later}'); \
             INSERT INTO tombstones (user_id, hash) VALUES ('{id}', 'hash'); \
             INSERT INTO mail_marks (user_id, account, mark, looked_at) \
             VALUES ('{id}', 'alva@example.com', '1', '{time}'); \
             INSERT INTO conditions (user_id, kind, since) VALUES ('{id}', 'account-full', '{time}')"
        );
        self.world.sql(&sql).await;
    }

    /// Adds a landlord, a vendor with a label and a password, a suggestion, a trusted sender, a submitted mail, a webhook and a
    /// channel whose receivers do not exist, and switches one of the operator's vendors off.
    pub async fn has_sources(&self) {
        let landlord = json!({"sender": "avi@garage.example.com"});
        self.posts("/v1/sources/landlords", &landlord).await.data(201);
        let vendor = json!({"name": "Kaffebaren", "sub_type": "grocery", "email_patterns": ["kaffebaren.example.com"]});
        self.posts("/v1/sources/vendors", &vendor).await.data(201);
        let labels = json!({"labels": [{"class": "total_amount", "phrase": "kassan drar"}]});
        self.puts("/v1/sources/vendors/kaffebaren/labels", &labels)
            .await
            .data(200);
        self.puts(
            "/v1/sources/vendors/kaffebaren/pdf-passwords",
            &json!({"passwords": ["850709"]}),
        )
        .await
        .data(200);
        self.patches("/v1/sources/vendors/coop", &json!({"active": false}))
            .await
            .data(200);
        let text = ReceiptText::default().html();
        let mail = receipt("order@lampan.example.com", "Orderbekräftelse", self.world.now(), &text);
        self.world.sandbox.add(&mail);
        self.posts_nothing("/v1/sources/discover").await.data(200);
        let sender = json!({"sender": "avi@garage.example.com"});
        self.posts("/v1/sources/trusted", &sender).await.data(201);
        let kept = RawMessage {
            id: "handed".parse().unwrap(),
            received_at: Some(self.world.now()),
            bytes: mail.into(),
        };
        let webhook = json!({"url": "https://nobody.example.com/", "events": ["account.notified"]});
        let webhook = self.posts("/v1/webhooks", &webhook).await.data(201)["webhook"].clone();
        let webhook = webhook["webhook_id"].as_str().unwrap().to_owned();
        self.posts_nothing(&format!("/v1/webhooks/{webhook}/test"))
            .await
            .data(201);
        let target = json!({"type": "ntfy", "url": "https://nobody.example.com/rent"});
        self.posts("/v1/notifications/channels", &json!({"target": target}))
            .await
            .data(201);
        let store = self.world.app.store();
        let handed = store.hand_over(self.id, kept, Vec::new(), 1 << 20, self.world.now());
        assert_eq!(handed.await.unwrap(), HandOver::Kept);
    }

    pub async fn profile(&self) -> Answer {
        self.gets("/v1/user/me").await
    }

    pub async fn ingests_rental(&self) -> Answer {
        self.posts_nothing("/v1/invoices/rental/ingest").await
    }

    pub async fn ingests_latest(&self) -> Answer {
        self.posts_nothing("/v1/invoices/rental/ingest/latest").await
    }

    pub async fn ingests_retail(&self) -> Answer {
        self.posts_nothing("/v1/invoices/retail/ingest").await
    }

    /// A retail ingest of the days from `start` to `end`.
    pub async fn ingests_days(&self, start: &str, end: &str) -> Answer {
        self.posts(
            "/v1/invoices/retail/ingest",
            &json!({"start_date": start, "end_date": end}),
        )
        .await
    }

    /// A retail ingest that succeeds. Returns its data.
    pub async fn fetches_retail(&self) -> Value {
        self.ingests_retail().await.data(200).clone()
    }

    /// A retail ingest of one category that succeeds. Returns its data.
    pub async fn fetches_category(&self, category: &str) -> Value {
        let body = json!({"vendor_category": category});
        self.posts("/v1/invoices/retail/ingest", &body).await.data(200).clone()
    }

    /// Adds a segment of texts, of which one was changed. The service makes one of a thousand invoices.
    pub async fn has_segments(&self) {
        let is_sqlite = self.world.config.database.url.starts_with("sqlite:");
        let (id, empty) = (self.id, if is_sqlite { "x''" } else { "''" });
        for statement in [
            format!(
                "INSERT INTO retail_segments (user_id, terms, postings, invoices) VALUES ('{id}', '', {empty}, {empty})"
            ),
            format!(
                "UPDATE retail_texts SET segment = (SELECT max(segment) FROM retail_segments) WHERE user_id = '{id}'"
            ),
            format!("UPDATE retail_texts SET text = text || 'changed' WHERE user_id = '{id}'"),
        ] {
            self.world.sql(&statement).await;
        }
    }

    /// Corrects the vendor's name of the first retail invoice of the list.
    pub async fn corrects_retail(&self) {
        let invoice = self.lists_retail().await[0]["invoice_id"].clone();
        let path = format!("/v1/invoices/retail/{}", invoice.as_str().unwrap());
        self.patches(&path, &json!({"vendor_name": "Kaffebaren"}))
            .await
            .data(200);
        // As if another invoice had been joined with it.
        let id = self.id;
        let alias = format!(
            "INSERT INTO retail_aliases VALUES ('{id}', '{}', {invoice})",
            uuid::Uuid::new_v4()
        );
        self.world.sql(&alias.replace('"', "'")).await;
    }

    pub async fn deletes_retail(&self, id: &Value) -> Answer {
        self.deletes(&format!("/v1/invoices/retail/{}", id.as_str().unwrap()))
            .await
    }

    pub async fn lists_rental(&self) -> Answer {
        self.gets("/v1/invoices/rental").await
    }

    pub async fn lists_retail(&self) -> Vec<Value> {
        let answer = self.gets("/v1/invoices/retail").await;
        let data = answer.data(200);
        let invoices = data["invoices"].as_array().unwrap().clone();
        assert_eq!(data["invoiceCount"], invoices.len());
        invoices
    }

    pub async fn detail_of(&self, summary: &Value) -> Value {
        let (sub_type, id) = (
            summary["sub_type"].as_str().unwrap(),
            summary["invoice_id"].as_str().unwrap(),
        );
        let answer = self
            .gets(&format!("/v1/invoices/retail?subtype={sub_type}&invoice-id={id}"))
            .await;
        answer.data(200)["invoiceDetails"].clone()
    }

    /// Subject and text of the notifications.
    pub async fn notifications(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().notifications(Some(self.id), 100).await.unwrap();
        rows.into_iter().map(|row| (row.subject, row.message)).collect()
    }

    /// The messages of the ledger, sorted: subject, then state, states of the documents, and reason.
    pub async fn ledger(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().ledger(self.id, 1000).await.unwrap();
        let mut lines: Vec<(String, String)> = rows.into_iter().map(ledger_line).collect();
        lines.sort();
        lines
    }
}

impl World {
    /// Signs a user up.
    pub async fn signs_up(&self, name: &str) -> User<'_> {
        let email = format!("{}-{}@example.com", name.to_lowercase(), Uuid::new_v4().simple());
        let password = "a password of some length";
        let answer = self
            .post(
                "/v1/auth/signup",
                &json!({"email": email, "name": name, "password": password}),
            )
            .await;
        assert_eq!(answer.status, 201, "{:?}", answer.body);
        let token = answer.body["data"]["access_token"].as_str().unwrap().to_owned();
        let id = self.app.verify_token(&token).unwrap();
        User {
            world: self,
            id,
            email,
            password: password.into(),
            token,
        }
    }

    /// Signs a user up and connects the mail account `alva@example.com`.
    pub async fn connects(&self, name: &str) -> User<'_> {
        let user = self.signs_up(name).await;
        let tokens = self.sandbox.issue_tokens();
        user.stores_tokens(&tokens.access, Some(&tokens.refresh))
            .await
            .data(201);
        user
    }
}

fn ledger_line(row: LedgerRow) -> (String, String) {
    let documents = row.documents.iter().map(|d| format!("{} {}", d.part, d.state));
    let documents = documents.collect::<Vec<_>>().join(", ");
    let line = format!("{} [{documents}] {}", row.state, row.reason.unwrap_or_default());
    (row.facts.subject.unwrap_or_default(), line.trim().to_owned())
}
