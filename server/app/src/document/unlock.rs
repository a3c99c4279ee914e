//! A user's answer to a PDF that needs a password.

use invoices_db::LedgerDocument;
use invoices_domain::{MessageId, PasswordChange, PdfPassword, UserId};

use super::read;
use crate::app::App;
use crate::error::Error;

impl App {
    /// Keeps a password for the sender of a message's PDF that needs one, and has the sender's PDFs read again. `part` names the PDF
    /// if the message has several. An error, and nothing is kept, if it doesn't open one.
    pub async fn unlock_message(
        &self,
        user: UserId,
        id: &MessageId,
        part: Option<&str>,
        password: PdfPassword,
    ) -> Result<(), Error> {
        let messages = self.messages_with_id(user, id).await?;
        let documents = messages.into_iter().flat_map(|message| message.row.documents);
        let mut needs_one = false;
        for asked in documents.filter(LedgerDocument::is_locked) {
            let Some(key) = asked.object_key.filter(|_| part.is_none_or(|part| part == asked.part)) else {
                continue;
            };
            needs_one = true;
            let Some(document) = self.store().document_by_key(&key).await? else {
                continue;
            };
            let Some((bytes, _hold)) = read::original(self, &key, Some(&document)).await? else {
                continue;
            };
            let passwords = vec![password.clone()];
            let read = read::read_with(self, &document, bytes, None, passwords).await;
            if read::unless_given_up(read)?.is_none_or(|reading| read::needs_password(&reading)) {
                continue;
            }
            let of = self.sender_of(&document).await?;
            let of = of.ok_or_else(|| wrong("the sender is no landlord or vendor of yours any more"))?;
            let change = PasswordChange::Add(of.clone(), password);
            return self.change_pdf_passwords(user, of, change).await;
        }
        if needs_one {
            return Err(wrong("it doesn't open the PDF"));
        }
        Err(Error::NotFound("No PDF of the message needs a password.".into()))
    }
}

fn wrong(why: &str) -> Error {
    Error::Invalid(format!("Invalid field 'pdf_password': {why}."))
}
