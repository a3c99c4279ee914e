//! Compiles the regular expressions and the phrases of parsers while the parsers are compiled.

mod compile;
mod needed;
#[path = "../../extract/src/phrases/notation.rs"]
mod notation;
#[path = "../../extract/src/pattern/op.rs"]
mod op;
#[path = "../../extract/src/phrases/program.rs"]
mod phrases;

use proc_macro::TokenStream;
use proc_macro2::Literal;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{LitStr, Token, bracketed};

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
        Ok(program) => bytes(&program),
        Err(problem) => syn::Error::new_spanned(literal, problem).into_compile_error().into(),
    }
}

/// Sets of phrases in the notation of `parser_extract::phrases`, as the bytes of one table: `table!(["total", "att betala"], ["moms"])`. The
/// class of a set is its number.
///
/// # Panics
///
/// If a bracket is not closed, which the compiler shows.
#[proc_macro]
pub fn table(input: TokenStream) -> TokenStream {
    let set = |input: ParseStream<'_>| {
        let phrases;
        bracketed!(phrases in input);
        Punctuated::<LitStr, Token![,]>::parse_terminated(&phrases)
    };
    let sets = |input: ParseStream<'_>| input.parse_terminated(set, Token![,]);
    match sets.parse(input) {
        Ok(sets) => {
            let mut compiler = phrases::Compiler::default();
            for (class, set) in (0..).zip(&sets) {
                compiler.add(class, &set.iter().map(LitStr::value).collect::<Vec<_>>());
            }
            bytes(&compiler.finish())
        }
        Err(error) => error.into_compile_error().into(),
    }
}

fn bytes(bytes: &[u8]) -> TokenStream {
    proc_macro2::TokenStream::from(proc_macro2::TokenTree::from(Literal::byte_string(bytes))).into()
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
