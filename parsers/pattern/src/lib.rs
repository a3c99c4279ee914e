//! Compiles the regular expressions of parsers while the parsers are compiled.

mod compile;
mod needed;
#[path = "../../extract/src/pattern/op.rs"]
mod op;

use proc_macro::TokenStream;
use proc_macro2::Literal;
use syn::parse::{Parse, ParseStream};
use syn::{LitStr, Token};

/// A regular expression in the syntax of the crate [`regex`](https://docs.rs/regex), as the bytes of a program for
/// `parser_extract::pattern::Pattern`: `program!("(?i)" r"^(?:UNIT) [0-9]", "UNIT" => "kg|g")`. Literals one after the other are one
/// expression, in which what stands before an arrow is replaced by what stands behind it.
///
/// `\p{L}`, `\p{Lu}`, `\p{Ll}` and `\p{N}` are those of Europe's alphabets, which make smaller programs than all of Unicode's.
///
/// # Errors
///
/// The compiler shows, at the expression, what is wrong with it: its syntax, a match that can be empty, or a repeated part that can be empty.
#[proc_macro]
pub fn program(input: TokenStream) -> TokenStream {
    let Source { literal, pattern } = syn::parse_macro_input!(input as Source);
    match compile::program(&pattern) {
        Ok(program) => {
            proc_macro2::TokenStream::from(proc_macro2::TokenTree::from(Literal::byte_string(&program))).into()
        }
        Err(problem) => syn::Error::new_spanned(literal, problem).into_compile_error().into(),
    }
}

struct Source {
    literal: LitStr,
    pattern: String,
}

impl Parse for Source {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let literal: LitStr = input.parse()?;
        let mut pattern = literal.value();
        while input.peek(LitStr) {
            pattern += &input.parse::<LitStr>()?.value();
        }
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name: LitStr = input.parse()?;
            input.parse::<Token![=>]>()?;
            let text: LitStr = input.parse()?;
            pattern = pattern.replace(&name.value(), &text.value());
        }
        Ok(Source { literal, pattern })
    }
}
