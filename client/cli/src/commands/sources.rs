//! `invoices-cli sources`.

use invoices_client::Client;
use invoices_client::types::{
    KnownSubType, LabelClass, LabelsBody, LandlordChangeBody, NewLabel, NewLandlordBody, NewVendorBody,
    PdfPasswordsBody, SourceLabels, SourceOrigin, Sources as SourceList, TrustSenderBody, VendorChangeBody,
};

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{Form, JsonForm, ListOr, Listed, counted, line, print_json};
use crate::prompt;
use crate::rows::{SOURCES, Source};

#[derive(clap::Subcommand)]
pub enum Command {
    /// List landlords and vendors
    List(Form),
    AddLandlord(AddLandlord),
    AddVendor(AddVendor),
    /// Remove a landlord or vendor that you added
    Remove(Listed),
    /// Resume searching for a landlord's or vendor's messages
    Enable(Listed),
    /// Stop searching for a landlord's or vendor's messages
    Disable(Listed),
    Labels(Labels),
    PdfPassword(PdfPassword),
    /// List trusted senders
    Trusted,
    /// Trust a sender: parse its messages even if the sender can't be authenticated
    Trust {
        /// The e-mail address
        sender: String,
    },
    /// Stop trusting a sender
    Distrust {
        /// The e-mail address
        sender: String,
    },
}

/// Add a landlord whose messages contain rent notices
#[derive(clap::Args)]
pub struct AddLandlord {
    /// The landlord's e-mail address
    sender: String,

    /// Only messages with this text in the subject
    #[arg(long, value_name = "TEXT")]
    subject: Option<String>,
}

/// Add a vendor whose messages contain invoices or receipts
#[derive(clap::Args)]
pub struct AddVendor {
    /// The vendor's name
    name: String,

    /// The sender: an address, a domain or a pattern with *; may be given more than once
    #[arg(long = "sender", value_name = "PATTERN", required = true)]
    senders: Vec<String>,

    /// The category, such as grocery
    #[arg(long, value_name = "CATEGORY", value_parser = word::<KnownSubType>)]
    subtype: KnownSubType,

    /// Only messages with one of these texts in the subject; may be given more than once
    #[arg(long = "subject", value_name = "TEXT")]
    subjects: Vec<String>,
}

/// List or change the labels of a landlord or vendor: words beside values in its documents
///
/// What you teach comes before the general vocabulary when its next documents are parsed.
#[derive(clap::Args)]
pub struct Labels {
    /// The landlord's or vendor's id
    id: String,

    #[arg(
        long,
        value_name = "FIELD=WORDS",
        value_parser = label,
        help = "Teach the words beside a value: total_amount, invoice_date, due_date, order_id or invoice_number, \
                and the words; may be given more than once"
    )]
    teach: Vec<(LabelClass, String)>,

    /// Forget words; may be given more than once
    #[arg(long, value_name = "WORDS")]
    forget: Vec<String>,

    #[command(flatten)]
    form: JsonForm,
}

/// Give the password of a landlord's or vendor's PDFs
///
/// It replaces those that were given before, and is never shown.
#[derive(clap::Args)]
pub struct PdfPassword {
    /// The landlord's or vendor's id
    id: String,

    /// Read the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,

    /// Forget the passwords that were given
    #[arg(long, conflicts_with = "password_stdin")]
    forget: bool,
}

fn label(text: &str) -> Result<(LabelClass, String), String> {
    let (class, words) = text.split_once('=').ok_or("write it as total_amount=to pay")?;
    let class = class.parse().map_err(|_| format!("there is no field {class}"))?;
    Ok((class, words.to_owned()))
}

impl ListOr<Command> {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        match self.command.unwrap_or(Command::List(self.list)) {
            Command::List(form) => {
                let sources = fetch(client).await?;
                form.print_data(&sources, &SOURCES, &rows(&sources), "No landlords and no vendors.")
            }
            Command::AddLandlord(command) => command.run(client).await,
            Command::AddVendor(command) => command.run(client).await,
            Command::Remove(Listed { id }) => remove(client, &id).await,
            Command::Enable(Listed { id }) => switch(client, &id, true).await,
            Command::Disable(Listed { id }) => switch(client, &id, false).await,
            Command::Labels(command) => command.run(client).await,
            Command::PdfPassword(command) => command.run(client).await,
            Command::Trusted => {
                let senders = client.trusted_sender_list().await?.into_inner().data.senders;
                senders.iter().try_for_each(line)
            }
            Command::Trust { sender } => {
                let trusted = client.sender_trust(&TrustSenderBody { sender }).await?;
                let trusted = trusted.into_inner().data;
                let released = counted(trusted.released, "mail");
                line(format!(
                    "{}: trusted; {released} released from quarantine.",
                    trusted.sender
                ))
            }
            Command::Distrust { sender } => {
                client.sender_distrust(&sender).await?;
                line(format!("{sender}: no longer trusted."))
            }
        }
    }
}

impl Labels {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let is_landlord = is_landlord(client, &self.id).await?;
        let mut known = if is_landlord {
            client.landlord_labels(&self.id).await?.into_inner().data
        } else {
            client.vendor_labels(&self.id).await?.into_inner().data
        };
        if !self.teach.is_empty() || !self.forget.is_empty() {
            let body = self.changed(&known);
            known = if is_landlord {
                client.landlord_labels_set(&self.id, &body).await?.into_inner().data
            } else {
                client.vendor_labels_set(&self.id, &body).await?.into_inner().data
            };
        }
        if self.form.json {
            return print_json(&known);
        }
        if known.labels.is_empty() {
            return line("No labels.");
        }
        known
            .labels
            .iter()
            .try_for_each(|label| line(format!("{}: {} ({})", label.class, label.phrase, label.origin)))
    }

    /// The caller's own labels with those that are taught, without those that are forgotten.
    fn changed(&self, known: &SourceLabels) -> LabelsBody {
        let is_gone = |phrase: &str| {
            let mut other = self.teach.iter().map(|(_, words)| words).chain(&self.forget);
            other.any(|words| words.trim().to_lowercase() == phrase)
        };
        let own = known
            .labels
            .iter()
            .filter(|label| label.origin == SourceOrigin::User && !is_gone(&label.phrase));
        let own = own.map(|label| (label.class, label.phrase.clone()));
        let labels = own.chain(self.teach.iter().cloned());
        LabelsBody {
            labels: labels.map(|(class, phrase)| NewLabel { class, phrase }).collect(),
        }
    }
}

impl PdfPassword {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let is_landlord = is_landlord(client, &self.id).await?;
        let password = (!self.forget).then(|| prompt::password_of("Password of the PDFs", self.password_stdin));
        let body = PdfPasswordsBody {
            passwords: password.transpose()?.into_iter().collect(),
        };
        let kept = if is_landlord {
            client.landlord_pdf_passwords_set(&self.id, &body).await?
        } else {
            client.vendor_pdf_passwords_set(&self.id, &body).await?
        };
        line(match kept.into_inner().data.count {
            0 => format!("{}: no password is kept.", self.id),
            _ => format!(
                "{}: the password is kept, and the PDFs that need one are parsed again now.",
                self.id
            ),
        })
    }
}

impl AddLandlord {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let body = NewLandlordBody {
            sender: self.sender,
            subject: self.subject,
        };
        let landlord = client.landlord_add(&body).await?.into_inner().data;
        line(format!("Added: {} ({})", landlord.sender, landlord.landlord_id))
    }
}

impl AddVendor {
    async fn run(self, client: &Client) -> Result<(), Failure> {
        let body = NewVendorBody {
            email_patterns: self.senders,
            name: self.name,
            sub_type: self.subtype,
            subject_keywords: Some(self.subjects).filter(|subjects| !subjects.is_empty()),
        };
        let vendor = client.vendor_add(&body).await?.into_inner().data;
        line(format!("Added: {} ({})", vendor.name, vendor.vendor_id))
    }
}

async fn fetch(client: &Client) -> Result<SourceList, Failure> {
    Ok(client.source_list().await?.into_inner().data)
}

fn rows(sources: &SourceList) -> Vec<Source> {
    let landlords = sources.landlords.iter().map(Source::from);
    landlords.chain(sources.vendors.iter().map(Source::from)).collect()
}

/// Whether the source with this id is a landlord and no vendor.
async fn is_landlord(client: &Client, id: &str) -> Result<bool, Failure> {
    let found = rows(&fetch(client).await?).into_iter().find(|source| source.id == id);
    found
        .map(|source| source.is_landlord)
        .ok_or_else(|| Failure::Missing(format!("there is no landlord or vendor {id}")))
}

async fn remove(client: &Client, id: &str) -> Result<(), Failure> {
    if is_landlord(client, id).await? {
        client.landlord_remove(id).await?;
    } else {
        client.vendor_remove(id).await?;
    }
    line(format!("{id}: removed."))
}

async fn switch(client: &Client, id: &str, active: bool) -> Result<(), Failure> {
    if is_landlord(client, id).await? {
        let body = LandlordChangeBody {
            active: Some(active),
            ..LandlordChangeBody::default()
        };
        client.landlord_change(id, &body).await?;
    } else {
        let body = VendorChangeBody {
            active: Some(active),
            ..VendorChangeBody::default()
        };
        client.vendor_change(id, &body).await?;
    }
    let state = if active { "searched for" } else { "no longer searched" };
    line(format!("{id}: {state}."))
}
