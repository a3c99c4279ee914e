//! What a user does.

use chrono::TimeDelta;
use invoices_domain::UserId;
use invoices_sandbox::SandboxHandle;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::world::World;

/// Someone with an account.
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
        self.world.ask(self.request(reqwest::Method::GET, path)).await
    }

    pub async fn deletes(&self, path: &str) -> Answer {
        self.world.ask(self.request(reqwest::Method::DELETE, path)).await
    }

    pub async fn posts(&self, path: &str, body: &Value) -> Answer {
        self.world
            .ask(self.request(reqwest::Method::POST, path).json(body))
            .await
    }

    /// A POST with a body as it is.
    pub async fn posts_raw(&self, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Answer {
        self.world
            .ask(
                self.request(reqwest::Method::POST, path)
                    .header("content-type", content_type)
                    .body(body),
            )
            .await
    }

    pub async fn posts_nothing(&self, path: &str) -> Answer {
        self.world.ask(self.request(reqwest::Method::POST, path)).await
    }

    pub async fn stores_tokens(&self, access: &str, refresh: Option<&str>) -> Answer {
        self.posts(
            "/v1/auth/mail/store-tokens",
            &json!({"access_token": access, "refresh_token": refresh}),
        )
        .await
    }

    /// Time passes, and the user logs in again.
    pub async fn comes_back_after(&mut self, time: TimeDelta) {
        self.world.clock.forward(time);
        let login = json!({"email": self.email, "password": self.password});
        let answer = self.world.post("/v1/auth/login", &login).await;
        answer.body["data"]["access_token"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.token);
    }

    /// Connects an account of the mail provider.
    pub async fn connects(&self, address: &str) {
        let tokens = self
            .world
            .sandbox
            .issue_tokens_for(address, SandboxHandle::default_scopes());
        self.stores_tokens(&tokens.access, Some(&tokens.refresh))
            .await
            .data(201);
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

    /// A retail ingest of whole days.
    pub async fn ingests_days(&self, start: &str, end: &str) -> Answer {
        self.posts(
            "/v1/invoices/retail/ingest",
            &json!({"start_date": start, "end_date": end}),
        )
        .await
    }

    /// A retail ingest that succeeds; its data.
    pub async fn finds_retail(&self) -> Value {
        self.ingests_retail().await.data(200).clone()
    }

    /// The same of one category.
    pub async fn finds_retail_only(&self, category: &str) -> Value {
        let body = json!({"vendor_category": category});
        self.posts("/v1/invoices/retail/ingest", &body).await.data(200).clone()
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

    pub async fn notifications(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().notifications(Some(self.id), 100).await.unwrap();
        rows.into_iter().map(|row| (row.subject, row.message)).collect()
    }

    /// What the ledger says of every message: its state, its reason, and the states of its documents.
    pub async fn ledger(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().ledger(self.id, 1000).await.unwrap();
        let mut lines: Vec<(String, String)> = rows
            .into_iter()
            .map(|row| {
                let documents: Vec<String> = row
                    .documents
                    .iter()
                    .map(|d| format!("{} {}", d.part, d.state))
                    .collect();
                let subject = row.facts.subject.unwrap_or_default();
                (
                    subject,
                    format!(
                        "{} [{}] {}",
                        row.state,
                        documents.join(", "),
                        row.reason.unwrap_or_default()
                    )
                    .trim()
                    .to_owned(),
                )
            })
            .collect();
        lines.sort();
        lines
    }
}
