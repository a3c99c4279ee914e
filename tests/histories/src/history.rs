//! Runs a plan: one life of the process after the other, then the end without faults.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use invoices_app::{App, Ports, Settings, Worker, crash, job};
use invoices_db::{NewUser, Pool, Store, StoreError};
use invoices_domain::mail::{AccountChange, ConnectedBy, Credentials, MailAccounts, MailSecret, MailTokens};
use invoices_domain::ports::Clock;
use invoices_domain::{Catalogue, Category, UserId, Vendor, random};
use invoices_settings::Config;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::check;
use crate::outside::Outside;
use crate::plan::{Plan, Step};
use crate::sim::{Sim, Verdict};
use crate::world::{ATTEMPTS, Listed, User, World};

/// A Wednesday.
const START: &str = "2026-11-18T09:00:00Z";
/// The workers of a life.
const WORKERS: usize = 3;
/// How often the end looks whether everything is done, once a simulated minute.
const ROUNDS: usize = 400;

/// What a history was.
#[derive(Clone, Debug)]
pub struct Report {
    /// Actions of the driver, and calls of ports and of the store.
    pub steps: u64,
    /// A hash of all of them.
    pub trace: u64,
    /// How often the process was killed.
    pub kills: u32,
    /// What is wrong at the end.
    pub failure: Option<String>,
    /// What is listed of each purchase that no user changed.
    pub listed: BTreeMap<String, Listed>,
    /// When the mails were received that arrived.
    pub received: BTreeMap<usize, DateTime<Utc>>,
    /// All steps as text, if the variable `HISTORIES_LOG` is set.
    pub log: Option<Vec<String>>,
}

/// Runs a plan.
pub fn run(plan: &Plan) -> Report {
    random::seed(Some(plan.seed));
    let mut world = World::new(plan.clone());
    let (listed, failure) = match world.play() {
        Ok(listed) => (listed, None),
        Err(failure) => (BTreeMap::new(), Some(failure)),
    };
    random::seed(None);
    let (calls, trace, kills) = world.sim.sums();
    Report {
        steps: calls + world.actions,
        trace,
        kills,
        failure,
        listed,
        received: world.delivered.iter().copied().collect(),
        log: world.sim.log(),
    }
}

/// Runs the mails of a history in another order, without faults and users. It fails if something is listed differently.
pub fn run_in_other_order(plan: &Plan, report: &Report) -> Report {
    let mut other = run(&plan.in_other_order(&report.received));
    let differs =
        |(number, listed): &(&String, &Listed)| other.listed.get(*number).is_some_and(|other| other != *listed);
    if let Some((number, listed)) = report.listed.iter().find(differs) {
        let other_listed = &other.listed[number];
        other.failure = Some(format!(
            "{number} is listed as {listed:?}, in another order as {other_listed:?}"
        ));
    }
    other
}

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_time().start_paused(true);
    builder.build().expect("a runtime without threads")
}

impl World {
    fn new(plan: Plan) -> Self {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let name = format!("history-{}", COUNTER.fetch_add(1, Ordering::Relaxed));
        let sim = Sim::new(plan.seed, START.parse().expect("a time"), plan.faults);
        let of_store = Arc::clone(&sim);
        let store = Store::in_memory(
            &name,
            Arc::new(move || {
                let sim = Arc::clone(&of_store);
                Box::pin(async move {
                    match sim.call("store", "").await {
                        Verdict::Works => Ok(None),
                        Verdict::Fails => Err(StoreError::Busy),
                        Verdict::Lost => Ok(Some(StoreError::Busy)),
                    }
                })
            }),
        );
        let store = store.expect("a database in memory");
        World {
            outside: Arc::new(Outside::new(Arc::clone(&sim), &name)),
            users: Vec::new(),
            touched: BTreeMap::new(),
            rents: BTreeMap::new(),
            paid: BTreeMap::new(),
            delivered: Vec::new(),
            target: None,
            actions: 0,
            plan,
            sim,
            store,
        }
    }

    fn play(&mut self) -> Result<BTreeMap<String, Listed>, String> {
        let faults = self.sim.suspend_faults();
        self.live(async |world: &mut World| world.begin().await)?;
        self.sim.resume_faults(faults);
        let mut next = 0;
        while next < self.plan.steps.len() {
            self.live(async |world: &mut World| {
                let app = world.start().await?;
                while let Some(step) = world.plan.steps.get(next).copied() {
                    world.sim.note(&format!("{step:?}"));
                    world.act(&app, step).await?;
                    world.target = None;
                    world.actions += 1;
                    next += 1;
                }
                Ok(())
            })?;
        }
        self.sim.end_faults();
        self.live(async |world: &mut World| world.end().await)
    }

    /// One life of the process: until the work is done, or the process is killed.
    fn live<T: Default>(&mut self, work: impl AsyncFnOnce(&mut World) -> Result<T, String>) -> Result<T, String> {
        let runtime = runtime();
        let sim = Arc::clone(&self.sim);
        let result = runtime.block_on(async {
            sim.begin_life();
            let of_points = Arc::clone(&sim);
            crash::observe(move |point| of_points.reach(point));
            let result = tokio::select! {
                biased;
                () = sim.death() => Ok(T::default()),
                result = work(self) => result,
            };
            sim.end_life();
            result
        });
        drop(runtime);
        result
    }

    async fn begin(&mut self) -> Result<(), String> {
        self.store.migrate().await.map_err(|error| error.to_string())?;
        for nth in 0..self.plan.users {
            let (id, address) = (UserId::random(), format!("user{nth}@example.com"));
            let new = NewUser {
                user_id: id,
                email: address.clone(),
                email_key: address.clone(),
                name: "Alva".into(),
                password_hash: "none".into(),
                created_at: self.sim.now(),
            };
            self.store.create_user(new).await.map_err(|error| error.to_string())?;
            let addresses = [address.clone(), format!("work{nth}@example.com")];
            let tokens = MailTokens {
                access_token: "access".into(),
                refresh_token: None,
                expires_at: self.sim.now() + TimeDelta::days(365),
                scope: Vec::new(),
            };
            let mut accounts = MailAccounts::default();
            for address in &addresses {
                let secret = MailSecret {
                    address: address.parse().expect("an address"),
                    credentials: Some(Credentials::OAuth(tokens.clone())),
                    connected_by: Some(ConnectedBy::Tokens),
                    name: None,
                    paused: false,
                };
                accounts = accounts.with(AccountChange::Connect { secret, another: true });
            }
            self.outside.state().secrets.entry(id).or_default().0 = accounts;
            self.users.push(User {
                id,
                addresses,
                left: false,
            });
        }
        Ok(())
    }

    /// Starts the process: the use cases, and workers that run as long as the life.
    pub async fn start(&self) -> Result<App, String> {
        let (outside, store) = (&self.outside, self.store.clone());
        let ports = Ports {
            store,
            objects: outside.clone(),
            secrets: outside.clone(),
            mailbox: outside.clone(),
            identity: outside.clone(),
            sender_check: outside.clone(),
            mail_servers: outside.clone(),
            mailer: outside.clone(),
            topic: outside.clone(),
            webhooks: outside.clone(),
            reader: outside.clone(),
            clock: self.sim.clone(),
            metrics: Arc::new(|_| {}),
            provider_problem: Arc::new(|| None),
        };
        let app = App::new(ports, catalogue(), settings()).map_err(|error| format!("{error:?}"))?;
        while job::schedule::start(&app).await.is_err() {
            sleep(Duration::from_secs(1)).await;
        }
        for _ in 0..WORKERS {
            let worker = Worker::of_pool(app.clone(), Pool::Own).sharing(2);
            tokio::spawn(async move { worker.run(CancellationToken::new()).await });
        }
        Ok(app)
    }

    async fn end(&mut self) -> Result<BTreeMap<String, Listed>, String> {
        let app = self.start().await?;
        self.drain(&app).await?;
        let events = self.outside.state().events.clone();
        for key in events {
            app.object_created(key).await.map_err(|error| format!("{error:?}"))?;
        }
        for user in self.users.iter().filter(|user| !user.left) {
            let token = CancellationToken::new();
            let rental = app.rental_ingest(user.id, &token).await;
            rental.map_err(|error| format!("the last rental ingest failed: {error:?}"))?;
            let retail = app.retail_ingest(user.id, None, None, &token).await;
            retail.map_err(|error| format!("the last retail ingest failed: {error:?}"))?;
        }
        self.drain(&app).await?;
        if self.plan.steps.contains(&Step::Reparse) {
            self.reparse(&app)
                .await
                .map_err(|error| format!("reparsing failed: {error:?}"))?;
            self.drain(&app).await?;
        }
        check::end(self, &app).await
    }

    /// Lets the process work until nothing is left to do.
    async fn drain(&self, app: &App) -> Result<(), String> {
        let left = "SELECT (SELECT count(*) FROM jobs WHERE state IN ('ready', 'running')) \
                    + (SELECT count(*) FROM messages WHERE state = 'found') \
                    + (SELECT count(*) FROM documents WHERE state IN ('found', 'stored')) AS count";
        for _ in 0..ROUNDS {
            sleep(Duration::from_secs(2)).await;
            if self.outside.count(left) == 0 {
                return Ok(());
            }
            self.sim.jump(TimeDelta::minutes(1));
            job::schedule::run_due(app)
                .await
                .map_err(|error| format!("{error:?}"))?;
        }
        let rows = "SELECT kind || ' ' || key || ' ' || state || ' ' || coalesce(last_error, '') AS line FROM jobs \
                    WHERE state IN ('ready', 'running') \
                    UNION ALL SELECT user_id || ' ' || message_id || ' ' || state FROM messages WHERE state = 'found' \
                    UNION ALL SELECT message_id || ' ' || m.state || ' ' || coalesce(m.reason, '') || ', ' || part || ' ' || d.state \
                    FROM documents d LEFT JOIN messages m ON d.message = m.id WHERE d.state IN ('found', 'stored')";
        let rows = self.outside.lines(rows);
        Err(format!("work is left after {ROUNDS} minutes without faults: {rows:?}"))
    }
}

fn catalogue() -> Catalogue {
    let category = Category {
        sub_type: "grocery".parse().expect("a category"),
        description: "Food.",
        schema: |_| true.into(),
    };
    let vendors = (0..3).map(|nth| -> Vendor {
        let vendor = json!({
            "vendor_id": format!("shop{nth}"), "vendor_name": format!("Shop {nth}"), "sub_type": "grocery",
            "email_patterns": [format!("order@shop{nth}.example.com")],
        });
        serde_json::from_value(vendor).expect("a vendor")
    });
    Catalogue::new(vec![category], vendors.collect()).expect("a catalogue")
}

fn settings() -> Settings {
    let mut config = Config::default();
    let landlords =
        (0..3).map(|nth| json!({"sender": format!("hyra@landlord{nth}.example.com"), "subject": "Hyresavi"}));
    config.rental.landlords = serde_json::from_value(landlords.collect()).expect("landlords");
    config.pipeline.parse_attempts = ATTEMPTS;
    Settings::new(
        &config,
        "a secret of more than thirty-two bytes".to_owned().into(),
        Some(Vec::new()),
    )
}
