//! The location of a message: the ids by which the service identifies it.
//!
//! An id looks like the path of an IMAP URL (RFC 5092): `INBOX;UIDVALIDITY=385759045/;UID=20`. It stays the same as long as the
//! message stays in its folder and the server keeps its numbers. A message that moves, or that is renumbered, gets another id;
//! the service then knows it by its bytes.

use invoices_domain::MessageId;
use invoices_domain::mail::PageToken;

use crate::folder::Folder;

/// The place of a message; of a page, the place of its last message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// See [`Folder::shown`].
    pub folder: String,
    /// Which numbering of the folder this is.
    pub validity: u32,
    /// The number.
    pub uid: u32,
}

impl Place {
    /// Reads an id, or the token of a page. `None` if the text is neither.
    pub fn read(text: &str) -> Option<Self> {
        let (folder, numbers) = text.split_once(";UIDVALIDITY=")?;
        let (validity, uid) = numbers.split_once("/;UID=")?;
        Some(Place {
            folder: folder.to_owned(),
            validity: validity.parse().ok()?,
            uid: uid.parse().ok()?,
        })
    }

    /// `None` if the folder's name is unusable.
    pub fn id(&self) -> Option<MessageId> {
        self.text().parse().ok()
    }

    pub fn token(&self) -> PageToken {
        PageToken(self.text())
    }

    fn text(&self) -> String {
        format!("{};UIDVALIDITY={}/;UID={}", self.folder, self.validity, self.uid)
    }

    /// Whether it is in this folder.
    pub fn is_in(&self, folder: &Folder) -> bool {
        folder.shown() == self.folder
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_place_has_an_id_that_names_it(name in "\\PC{1,300}", validity: u32, uid: u32) {
            let folder = Folder { name };
            let place = Place { folder: folder.shown(), validity, uid };
            let id = place.id().unwrap();
            let read = Place::read(id.as_str()).unwrap();
            prop_assert_eq!(&read, &place);
            prop_assert!(read.is_in(&folder));
        }
    }

    #[test]
    fn other_ids_are_no_places() {
        for text in [
            "18c2f0a1b2c3d4e5",
            "INBOX;UIDVALIDITY=1/;UID=x",
            "INBOX;UIDVALIDITY=/;UID=1",
            "",
        ] {
            assert_eq!(Place::read(text), None, "{text}");
        }
    }
}
