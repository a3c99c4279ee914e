//! Folders and labels that a search leaves out.

use mail_parser::{HeaderForm, Message};

/// The header in which Google Takeout keeps a message's labels.
const LABELS: &str = "X-Gmail-Labels";

/// A folder that a search leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Spam.
    Spam,
    /// Trash.
    Trash,
}

impl Hidden {
    /// The hidden folder that a folder, an mbox file or a label of this name stands for, in the languages of the service's
    /// users.
    pub fn named(name: &str) -> Option<Hidden> {
        let name = name.to_lowercase();
        let name = name.strip_suffix(".mbox").unwrap_or(&name);
        // Maildir++ writes the path of a folder with dots: `.INBOX.Trash`.
        match name.rsplit('.').next()?.trim() {
            "spam" | "junk" | "junk e-mail" | "skräppost" | "søppelpost" | "uønsket post" | "roskaposti" => {
                Some(Hidden::Spam)
            }
            "trash" | "bin" | "deleted items" | "deleted messages" | "papperskorgen" | "papierkorb" | "papirkurv"
            | "papirkurven" | "roskakori" => Some(Hidden::Trash),
            _ => None,
        }
    }

    /// What the name of a Maildir's file says: the flag `T` marks trash (<https://cr.yp.to/proto/maildir.html>).
    pub(crate) fn flagged(file_name: &str) -> Option<Hidden> {
        let (_, flags) = file_name.rsplit_once(":2,")?;
        flags.contains('T').then_some(Hidden::Trash)
    }

    /// What a message's labels say, if it has any.
    pub fn labelled(mail: &Message<'_>) -> Option<Hidden> {
        labels(mail).iter().find_map(|label| Hidden::named(label))
    }
}

/// The labels that Google Takeout writes into a message.
pub fn labels(mail: &Message<'_>) -> Vec<String> {
    let labels = mail.header_as(LABELS, HeaderForm::Text);
    let names = labels
        .iter()
        .filter_map(|labels| labels.as_text())
        .flat_map(|labels| labels.split(','));
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail_parser::MessageParser;

    #[test]
    fn spam_and_trash_are_known_by_folder_and_label() {
        for (name, hidden) in [
            ("Spam", Some(Hidden::Spam)),
            (".INBOX.Trash", Some(Hidden::Trash)),
            ("Papperskorgen.mbox", Some(Hidden::Trash)),
            ("Inbox", None),
            ("spam receipts", None),
        ] {
            assert_eq!(Hidden::named(name), hidden, "{name}");
        }
        let labelled = |labels: &str| {
            let mail = format!("X-Gmail-Labels: {labels}\nSubject: x\n\n");
            Hidden::labelled(&MessageParser::default().parse_headers(mail.as_bytes()).unwrap())
        };
        assert_eq!(labelled("Inbox,Unread"), None);
        assert_eq!(labelled("Unread,Spam"), Some(Hidden::Spam));
        assert_eq!(labelled("=?UTF-8?Q?Skr=C3=A4ppost,Ol=C3=A4st?="), Some(Hidden::Spam));
    }
}
