//! Answers of the service, read from files at the start, at the paths of the service.
//!
//! There is no authentication, database or hash: what remains is the cost of dropshot.

use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Parser;
use dropshot::{
    ApiDescription, Body, ConfigDropshot, HandlerTaskMode, HttpError, Query, RequestContext, ServerBuilder,
    UntypedBody, endpoint,
};
use http::{Response, StatusCode, header};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Parser)]
struct Arguments {
    /// The folder with login.json, profile.json, refusal.json, list.json and detail.json.
    folder: PathBuf,
    #[arg(long, default_value = "127.0.0.1:0")]
    address: SocketAddr,
}

struct Answers {
    login: Bytes,
    profile: Bytes,
    refusal: Bytes,
    list: Bytes,
    detail: Bytes,
}

impl Answers {
    fn read(folder: &Path) -> std::io::Result<Self> {
        let read = |name| std::fs::read(folder.join(name)).map(Bytes::from);
        Ok(Answers {
            login: read("login.json")?,
            profile: read("profile.json")?,
            refusal: read("refusal.json")?,
            list: read("list.json")?,
            detail: read("detail.json")?,
        })
    }
}

#[derive(Deserialize, JsonSchema)]
struct RetailQuery {
    #[serde(rename = "invoice-id")]
    invoice_id: Option<String>,
}

type Answer = Result<Response<Body>, HttpError>;

fn json(status: StatusCode, answer: &Bytes) -> Answer {
    let response = Response::builder().status(status);
    let response = response.header(header::CONTENT_TYPE, "application/json");
    Ok(response.body(answer.clone().into())?)
}

#[endpoint { method = POST, path = "/v1/auth/login" }]
async fn login(context: RequestContext<Answers>, _body: UntypedBody) -> Answer {
    json(StatusCode::OK, &context.context().login)
}

#[endpoint { method = GET, path = "/v1/user/me" }]
async fn profile(context: RequestContext<Answers>) -> Answer {
    let answers = context.context();
    match context.request.headers().contains_key(header::AUTHORIZATION) {
        true => json(StatusCode::OK, &answers.profile),
        false => json(StatusCode::UNAUTHORIZED, &answers.refusal),
    }
}

#[endpoint { method = GET, path = "/v1/invoices/retail" }]
async fn retail(context: RequestContext<Answers>, query: Query<RetailQuery>) -> Answer {
    let answers = context.context();
    match query.into_inner().invoice_id {
        Some(_) => json(StatusCode::OK, &answers.detail),
        None => json(StatusCode::OK, &answers.list),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut api = ApiDescription::new();
    api.register(login)?;
    api.register(profile)?;
    api.register(retail)?;
    let config = ConfigDropshot {
        bind_address: arguments.address,
        // As in the service: the default spawns a task for each request.
        default_handler_task_mode: HandlerTaskMode::CancelOnDisconnect,
        ..ConfigDropshot::default()
    };
    let log = slog::Logger::root(slog::Discard, slog::o!());
    let server = ServerBuilder::new(api, Answers::read(&arguments.folder)?, log)
        .config(config)
        .start()?;
    println!("listening on {}", server.local_addr());
    Ok(server.await?)
}
