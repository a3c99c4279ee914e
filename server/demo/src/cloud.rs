//! The cloud engines of the demo: PostgreSQL and moto on this machine, or servers that are running already.
//!
//! The demo installs nothing: its error names the commands that install what is missing.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

use invoices_service::provision::{Resources, TOPIC};
use invoices_service::settings::Config;
use invoices_service::{Engine, engines, start};
use test_servers::moto::{self, Moto};
use test_servers::postgres::{self, Postgres};

/// The addresses of running servers. The demo starts those that are missing.
#[derive(clap::Args)]
pub struct CloudArgs {
    /// An empty PostgreSQL database for --engine cloud [default: a new server]
    #[arg(long, value_name = "URL", env = "INVOICES_DEMO_POSTGRES")]
    postgres: Option<String>,

    /// The address of AWS, or of a simulation of it, for --engine cloud [default: a new moto server]
    #[arg(long, value_name = "URL", env = "INVOICES_DEMO_AWS")]
    aws: Option<String>,
}

/// The servers that the demo started. Dropping them stops them.
pub struct Cloud {
    _postgres: Option<Postgres>,
    _moto: Option<Moto>,
}

impl CloudArgs {
    /// Starts the missing servers, creates bucket, queue and topic, and changes the settings to use them.
    pub async fn start(&self, config: &mut Config) -> Result<Cloud, Box<dyn Error>> {
        for engine in [Engine::Aws, Engine::Postgres] {
            engines::require(engine)?;
        }
        let moto_python = self.find_programs()?;
        let postgres = match &self.postgres {
            Some(_) => None,
            None => Some(Postgres::start()?),
        };
        let moto = moto_python.map(|python| Moto::start(&python)).transpose()?;
        config.database.url = match (&self.postgres, &postgres) {
            (_, Some(server)) => server.url(),
            (url, None) => url.clone().unwrap_or_default(),
        };
        config.aws.region = Some("eu-north-1".into());
        config.aws.access_key_id = Some("demo".into());
        config.aws.secret_access_key = Some("demo".to_owned().into());
        config.aws.endpoint_url = match &moto {
            Some(server) => Some(server.url().parse()?),
            None => self.aws.as_deref().map(str::parse).transpose()?,
        };
        config.aws.path_style = true;
        provision(config).await?;
        Ok(Cloud {
            _postgres: postgres,
            _moto: moto,
        })
    }

    /// Checks that the programs of the missing servers are installed. Returns the Python for moto if moto is missing. The error
    /// names all missing programs.
    fn find_programs(&self) -> Result<Option<PathBuf>, String> {
        let mut problems = Vec::new();
        if self.postgres.is_none() && postgres::find().is_none() {
            problems.push(format!(
                "PostgreSQL is not installed: run `{}`, or name an empty database with --postgres",
                postgres::INSTALL
            ));
        }
        let python = if self.aws.is_none() { moto::find_python() } else { None };
        if self.aws.is_none() && python.is_none() {
            problems.push(format!(
                "moto, a simulation of AWS, is not installed: run `{}` and put moto/bin on the PATH, or name another with --aws",
                moto::INSTALL
            ));
        }
        if problems.is_empty() {
            Ok(python)
        } else {
            Err(problems.join("\n"))
        }
    }
}

async fn provision(config: &mut Config) -> Result<(), Box<dyn Error>> {
    let wanted = Resources {
        bucket: format!("invoices-demo-{}", uuid::Uuid::new_v4().simple()),
        queue: "invoices-objects".into(),
        topic: TOPIC.into(),
        emails: Vec::new(),
        push_endpoints: Vec::new(),
    };
    let provisioned = start::provision(config, &wanted, false).await?;
    let (Some(queue), Some(topic)) = (provisioned.queue_url, provisioned.topic_arn) else {
        return Err("failed to create the queue or the topic".into());
    };
    config.objects.store = format!("s3:{}", wanted.bucket);
    config.secrets.store = "secrets-manager:invoices/mail".into();
    config.topic.publisher = format!("sns:{topic}");
    config.object_events.queue = format!("sqs:{queue}");
    writeln!(
        io::stdout(),
        "PostgreSQL keeps the rows, bucket {} the originals, Secrets Manager the tokens.",
        wanted.bucket
    )?;
    writeln!(
        io::stdout(),
        "The bucket sends events to {queue}, notifications go to {topic}.\n"
    )?;
    Ok(())
}
