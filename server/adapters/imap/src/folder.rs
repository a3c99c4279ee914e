//! The folders in which mails are searched for.

use imap_proto::{MailboxListData, NameAttribute};
use invoices_domain::ids::sha256_hex;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What an id may show of a folder's name as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b'/');
/// The longest name that an id shows. Ids have at most 256 characters.
const MAX_SHOWN: usize = 200;
/// Maximum number of folders of an account that are looked into.
const MAX_FOLDERS: usize = 1_000;
/// The names that servers without special-use attributes give to folders whose mails nobody has sent to the user, or that the
/// user has thrown away.
const LEFT_OUT: &[&str] = &[
    "bin",
    "bulk mail",
    "deleted",
    "deleted items",
    "deleted messages",
    "draft",
    "drafts",
    "junk",
    "junk e-mail",
    "junk email",
    "sent",
    "sent items",
    "sent mail",
    "sent messages",
    "spam",
    "trash",
];

/// A folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Folder {
    /// Its name as the server writes it.
    pub name: String,
}

impl Folder {
    /// Its name in ids: percent-encoded, or its digest if that is too long.
    pub fn shown(&self) -> String {
        let shown = utf8_percent_encode(&self.name, PLAIN).to_string();
        if shown.len() <= MAX_SHOWN {
            shown
        } else {
            format!("*{}", sha256_hex(self.name.as_bytes()))
        }
    }
}

/// What a server lists (RFC 3501, section 7.2.2; RFC 6154 for the attributes).
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    name: String,
    /// Whether it holds all mails, those of the other folders too.
    is_all: bool,
    /// Whether it holds no mails that were sent to the user.
    is_left_out: bool,
}

impl Listed {
    pub fn of(data: &MailboxListData<'_>) -> Self {
        let has = |wanted: &[NameAttribute<'_>]| data.name_attributes.iter().any(|found| wanted.contains(found));
        let other = |wanted: &str| {
            let mut attributes = data.name_attributes.iter();
            attributes.any(|found| matches!(found, NameAttribute::Extension(name) if name.eq_ignore_ascii_case(wanted)))
        };
        let last = match data.delimiter.as_deref() {
            Some(delimiter) => data.name.rsplit(delimiter).next().unwrap_or_default(),
            None => &data.name,
        };
        let special = [
            NameAttribute::NoSelect,
            NameAttribute::Junk,
            NameAttribute::Trash,
            NameAttribute::Drafts,
            NameAttribute::Sent,
        ];
        Listed {
            name: data.name.to_string(),
            is_all: has(&[NameAttribute::All]),
            is_left_out: has(&special) || other("\\NonExistent") || LEFT_OUT.contains(&last.to_lowercase().as_str()),
        }
    }
}

/// The folders to look into, in the order of their names: the one with all mails, else all but those for drafts, sent, unwanted
/// and deleted mails.
pub(crate) fn chosen(listed: Vec<Listed>) -> Vec<Folder> {
    let all = listed.iter().any(|folder| folder.is_all);
    let wanted = listed
        .into_iter()
        .filter(|folder| if all { folder.is_all } else { !folder.is_left_out });
    let mut folders: Vec<Folder> = wanted.map(|folder| Folder { name: folder.name }).collect();
    folders.sort();
    folders.dedup();
    if folders.len() > MAX_FOLDERS {
        tracing::warn!(
            folders = folders.len(),
            "an IMAP account has too many folders; the last by name are skipped"
        );
        folders.truncate(MAX_FOLDERS);
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(name: &'static str, attributes: Vec<NameAttribute<'static>>) -> Listed {
        Listed::of(&MailboxListData {
            name_attributes: attributes,
            delimiter: Some("/".into()),
            name: name.into(),
        })
    }

    fn names(listed: Vec<Listed>) -> Vec<String> {
        chosen(listed).into_iter().map(|folder| folder.name).collect()
    }

    #[test]
    fn folders_of_other_mails_are_left_out() {
        let found = names(vec![
            listed("Junk", vec![NameAttribute::Junk]),
            listed("INBOX", vec![]),
            listed("Corbeille", vec![NameAttribute::Trash]),
            listed("INBOX/Spam", vec![]),
            listed("Archive/2025", vec![]),
            listed("Archive", vec![NameAttribute::NoSelect]),
        ]);
        assert_eq!(found, ["Archive/2025", "INBOX"]);
    }

    #[test]
    fn the_folder_with_all_mails_is_enough() {
        let found = names(vec![
            listed("INBOX", vec![]),
            listed("[Gmail]/All Mail", vec![NameAttribute::All]),
        ]);
        assert_eq!(found, ["[Gmail]/All Mail"]);
    }

    #[test]
    fn a_long_name_is_shown_by_its_digest() {
        let long = Folder {
            name: "år".repeat(200)
        };
        assert_eq!(long.shown().len(), 65);
        assert_eq!(
            Folder {
                name: "Räkningar 2026".into()
            }
            .shown(),
            "R%C3%A4kningar%202026"
        );
    }
}
