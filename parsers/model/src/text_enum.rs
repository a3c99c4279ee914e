//! Enums whose values have names.

/// Declares an enum whose values have names in the database, in JSON and in messages, with the error of a text that is none of them.
#[doc(hidden)]
#[macro_export]
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident: $error:ident { $($values:tt)* }) => {
        $crate::text_enum! { $(#[$meta])* $name: $error = |_| $error; { $($values)* } }
    };
    (
        $(#[$meta:meta])*
        $name:ident: $error:ty = $unknown:expr; { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$variant),+];

            /// The name in the database, in JSON and in messages. It is stored or sent, so it stays.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;
            fn from_str(text: &str) -> Result<Self, $error> {
                let unknown: fn(&str) -> $error = $unknown;
                $name::ALL
                    .into_iter()
                    .find(|value| value.as_str() == text)
                    .ok_or_else(|| unknown(text))
            }
        }
    };
}
