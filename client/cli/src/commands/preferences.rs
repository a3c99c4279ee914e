//! `invoices-cli preferences`.

use invoices_client::Client;
use invoices_client::types::{Language, PreferencesBody, QuietHours};

use crate::argument::word;
use crate::failure::Failure;
use crate::output::{JsonForm, line, print_json};

/// Show or change your language, time zone, reminders and quiet hours
#[derive(clap::Args)]
pub struct Preferences {
    /// The language of messages to you: en or sv
    #[arg(long, value_name = "LANGUAGE", value_parser = word::<Language>)]
    language: Option<Language>,

    /// The time zone in which your days begin, such as Europe/Stockholm
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<String>,

    /// How many days before the due date of a rental invoice to remind you of it; 0: never
    #[arg(long, value_name = "DAYS")]
    reminder_days: Option<u8>,

    /// When nothing is sent to you, such as 22:00-07:00, or none
    #[arg(long, value_name = "HOURS", value_parser = quiet_hours)]
    quiet_hours: Option<Hours>,

    #[command(flatten)]
    form: JsonForm,
}

/// Quiet hours, or none.
#[derive(Clone)]
struct Hours(Option<QuietHours>);

fn quiet_hours(text: &str) -> Result<Hours, &'static str> {
    if text == "none" {
        return Ok(Hours(None));
    }
    let (from, to) = text.split_once('-').ok_or("write the hours as 22:00-07:00, or none")?;
    Ok(Hours(Some(QuietHours {
        from: from.into(),
        to: to.into(),
    })))
}

impl Preferences {
    pub async fn run(self, client: &Client) -> Result<(), Failure> {
        let mut shown = client.preferences_view().await?.into_inner().data;
        let is_changed = self.language.is_some()
            || self.time_zone.is_some()
            || self.reminder_days.is_some()
            || self.quiet_hours.is_some();
        if is_changed {
            let body = PreferencesBody {
                language: Some(self.language.unwrap_or(shown.language)),
                time_zone: Some(self.time_zone.unwrap_or(shown.time_zone)),
                reminder_days: Some(self.reminder_days.unwrap_or(shown.reminder_days)),
                quiet_hours: self.quiet_hours.map_or(shown.quiet_hours, |Hours(hours)| hours),
            };
            shown = client.preferences_set(&body).await?.into_inner().data;
        }
        if self.form.json {
            return print_json(&shown);
        }
        line(format!("Language: {}", shown.language))?;
        line(format!("Time zone: {}", shown.time_zone))?;
        line(match shown.reminder_days {
            0 => "Reminders: none".to_owned(),
            days => format!("Reminders: {days} days before the due date"),
        })?;
        line(match shown.quiet_hours {
            Some(QuietHours { from, to }) => format!("Quiet hours: {from} to {to}"),
            None => "Quiet hours: none".to_owned(),
        })
    }
}
