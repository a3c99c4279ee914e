//! The files of the vocabulary, before and after a change.

use std::fs;

use invoices_parsers::phrases::overrides::source::{Phrase, Source, Vocabulary, toml_files};

use super::class::Class;
use super::list::{insert, remove};
use crate::{Result, root};

const FOLDER: &str = "parsers/extract/vocab";

/// The name and text of every file.
#[derive(Clone)]
pub struct Files(Vec<(String, String)>);

impl Files {
    /// Reads them.
    pub fn open() -> Result<Files> {
        let folder = root().join(FOLDER);
        Ok(Files(
            toml_files(&folder).map_err(|error| format!("{}: {error}", folder.display()))?,
        ))
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Files {
        Files(
            files
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
        )
    }

    /// The vocabulary, with the checks of the build.
    pub fn vocabulary(&self) -> Result<Vocabulary> {
        let sources: Vec<Source> = self.0.iter().map(|(file, text)| Source { file, text }).collect();
        Vocabulary::read(&sources).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(|problem| format!("vocab/{problem}")).collect();
            lines.join("\n").into()
        })
    }

    /// The files with a phrase more.
    pub fn with(&self, lang: &str, class: &Class, phrase: &str) -> Result<Files> {
        let vocabulary = self.vocabulary()?;
        self.edit(lang, |file, text| {
            Ok(insert(text, class, phrase, &places(&vocabulary, file, class)))
        })
    }

    /// The files without a phrase of a class.
    pub fn without(&self, lang: &str, class: &Class, phrase: &str) -> Result<Files> {
        let vocabulary = self.vocabulary()?;
        self.edit(lang, |file, text| {
            let places = places(&vocabulary, file, class);
            let place = places.iter().find(|place| place.text == phrase);
            let place = place.ok_or_else(|| format!("{phrase:?} is not in {class} of vocab/{file}"))?;
            Ok(remove(text, place))
        })
    }

    fn edit(&self, lang: &str, change: impl FnOnce(&str, &str) -> Result<String>) -> Result<Files> {
        let mut files = self.clone();
        let name = format!("{}.toml", lang.trim_end_matches(".toml"));
        let Some((file, text)) = files.0.iter_mut().find(|(file, _)| *file == name) else {
            let known: Vec<&str> = self.0.iter().map(|(file, _)| file.trim_end_matches(".toml")).collect();
            return Err(format!("no file vocab/{name}; there are {}", known.join(", ")).into());
        };
        *text = change(file, text)?;
        Ok(files)
    }

    /// The file and the first line that differ: `nb.toml:24`.
    pub fn difference(&self, changed: &Files) -> String {
        let mut pairs = self.0.iter().zip(&changed.0);
        let Some(((file, before), (_, after))) = pairs.find(|(before, after)| before != after) else {
            return String::new();
        };
        let same = before
            .lines()
            .zip(after.lines())
            .take_while(|(before, after)| before == after);
        format!("{file}:{}", same.count() + 1)
    }

    /// Writes the file of a language.
    pub fn write(&self, lang: &str) -> Result<()> {
        let name = format!("{}.toml", lang.trim_end_matches(".toml"));
        for (file, text) in self.0.iter().filter(|(file, _)| *file == name) {
            fs::write(root().join(FOLDER).join(file), text)?;
        }
        Ok(())
    }

    #[cfg(test)]
    pub fn text(&self, file: &str) -> &str {
        self.0
            .iter()
            .find(|(name, _)| name == file)
            .map_or("", |(_, text)| text)
    }
}

/// The phrases of a class in a file, in the order of writing.
fn places<'v>(vocabulary: &'v Vocabulary, file: &str, class: &Class) -> Vec<&'v Phrase> {
    let of_class = vocabulary
        .classes()
        .filter(|(table, key, _)| *table == class.table && *key == class.key);
    let phrases = of_class.flat_map(|(_, _, phrases)| phrases);
    phrases.filter(|phrase| phrase.file == file).collect()
}
