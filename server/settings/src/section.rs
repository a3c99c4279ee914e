//! The declaration of a section of the settings file.

use std::ops::RangeInclusive;

use serde::Serialize;

use toml::Value;

/// What a field says of itself beside its name, type and documentation.
pub(crate) struct Setting<T> {
    pub default: T,
    /// The values that are accepted, and why no others are.
    pub range: Option<(RangeInclusive<i64>, &'static str)>,
    pub example: Option<String>,
    pub file: Option<(&'static str, bool)>,
    pub former: Option<&'static str>,
    pub constant: bool,
}

impl<T> Setting<T> {
    pub fn new(default: T) -> Self {
        Setting {
            default,
            range: None,
            example: None,
            file: None,
            former: None,
            constant: false,
        }
    }

    /// The numbers that are accepted, and why no others are.
    pub fn range(self, range: RangeInclusive<i64>, reason: &'static str) -> Self {
        let range = Some((range, reason));
        Setting { range, ..self }
    }

    /// A value that `invoices.example.toml` shows as a comment.
    pub fn example(self, value: impl Serialize) -> Self {
        let example = toml_text(&value);
        Setting { example, ..self }
    }

    /// The same in TOML.
    pub fn example_toml(self, value: &str) -> Self {
        let example = Some(value.to_owned());
        Setting { example, ..self }
    }

    /// The value may be in a file of its own, which `<key>_file` names.
    pub fn file(self, example: &'static str) -> Self {
        let file = Some((example, false));
        Setting { file, ..self }
    }

    /// The same for a list: one value a line.
    pub fn file_of_lines(self, example: &'static str) -> Self {
        let file = Some((example, true));
        Setting { file, ..self }
    }

    /// The path that the setting had before.
    pub fn former(self, path: &'static str) -> Self {
        let former = Some(path);
        Setting { former, ..self }
    }

    /// The value can't be set. Its documentation gives the reason. Tests assign the field.
    pub fn constant(self) -> Self {
        Setting { constant: true, ..self }
    }
}

/// A value in TOML. `None` if it is unset.
pub(crate) fn toml_text(value: &impl Serialize) -> Option<String> {
    Value::try_from(value).ok().map(|value| value.to_string())
}

/// Declares a section. A field with a default is a setting, one without is a section in this one:
///
/// ```ignore
/// section! {
///     /// Jobs.
///     PipelineSettings {
///         /// The number of jobs that run at the same time.
///         workers: usize = 4, range(1..=256, "each takes memory and connections");
///     }
/// }
/// ```
macro_rules! section {
    (
        $(#[doc = $doc:literal])*
        $name:ident {
            $(
                $(#[doc = $field_doc:literal])*
                $field:ident: $type:ty $(= $default:expr $(, $attribute:ident($($argument:expr),*))*)?;
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $field_doc])* pub $field: $type,)*
        }

        impl $crate::read::Section for $name {
            fn read(reader: &mut $crate::read::Reader<'_>) -> Self {
                $name {
                    $($field: section!(@read reader, stringify!($field), &[$($field_doc),*], $type
                        $(= $default $(, $attribute($($argument),*))*)?),)*
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $crate::read::Section::read(&mut $crate::read::Reader::of_defaults())
            }
        }
    };
    (@read $reader:ident, $key:expr, $docs:expr, $type:ty) => {
        $reader.section::<$type>($key, $docs)
    };
    (@read $reader:ident, $key:expr, $docs:expr, $type:ty = $default:expr $(, $attribute:ident($($argument:expr),*))*) => {
        $reader.setting::<$type>($key, $docs, $crate::section::Setting::new($default)$(.$attribute($($argument),*))*)
    };
}
