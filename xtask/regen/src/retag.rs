//! Makes the untagged enums that typify writes into the tagged enums that the document describes.
//!
//! An unknown tag decodes to `Unknown`, so that an old client lists a new category. A record that does not match the
//! schema of its known tag is an error that names the field.

use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Fields, File, Item, ItemEnum, ItemMod, Meta, Type, Variant, parse_quote};

use super::lower::TaggedUnion;
use crate::project::Result;

/// Rewrites the enum of each union. Fails if typify wrote no enum for a union.
pub fn retag(file: &mut File, unions: &[TaggedUnion]) -> Result<()> {
    let mut visitor = Retag {
        unions,
        done: vec![],
        error: None,
    };
    visitor.visit_file_mut(file);
    if let Some(error) = visitor.error {
        return Err(error.into());
    }
    match unions.iter().find(|union| !visitor.done.contains(&union.name)) {
        Some(union) => Err(format!("typify wrote no enum {}", union.name).into()),
        None => Ok(()),
    }
}

struct Retag<'a> {
    unions: &'a [TaggedUnion],
    done: Vec<String>,
    error: Option<String>,
}

impl VisitMut for Retag<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        let Some((_, items)) = &mut module.content else { return };
        let mut decoders: Vec<Item> = vec![];
        for item in items.iter_mut() {
            let Item::Enum(item) = item else { continue };
            let Some(union) = self.unions.iter().find(|union| item.ident == union.name) else {
                continue;
            };
            match tagged(item, union) {
                Ok(decoder) => decoders.push(decoder),
                Err(error) => self.error = Some(error),
            }
            self.done.push(union.name.clone());
        }
        items.extend(decoders);
        visit_mut::visit_item_mod_mut(self, module);
    }
}

/// Adds the tag to the enum and returns its `Deserialize`.
fn tagged(item: &mut ItemEnum, union: &TaggedUnion) -> Result<Item, String> {
    let tag = &union.tag;
    let attribute = item.attrs.iter_mut().find(|attribute| is_untagged(attribute));
    *attribute.ok_or_else(|| format!("{} is not untagged", item.ident))? = parse_quote!(#[serde(tag = #tag)]);
    without_derived_decoder(item);
    let name = item.ident.clone();
    let mut arms: Vec<syn::Arm> = vec![];
    for variant in &mut item.variants {
        let schema = inner_type(variant)?;
        let member = union.members.iter().find(|(member, _)| *member == schema);
        let (_, value) = member.ok_or_else(|| format!("{schema} isn't a member of {name}"))?;
        variant.attrs.push(parse_quote!(#[serde(rename = #value)]));
        let ident = &variant.ident;
        arms.push(parse_quote!(
            ::std::option::Option::Some(#value) => {
                ::serde_json::from_value(::serde_json::Value::Object(map)).map(Self::#ident)
            }
        ));
    }
    item.variants.push(parse_quote!(
        /// A category that this client does not know.
        #[serde(untagged)]
        Unknown(::serde_json::Map<::std::string::String, ::serde_json::Value>)
    ));
    Ok(parse_quote!(
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let mut map =
                    ::serde_json::Map::<::std::string::String, ::serde_json::Value>::deserialize(deserializer)?;
                let tag = map.get(#tag).and_then(::serde_json::Value::as_str).map(::std::string::String::from);
                let unknown = map.clone();
                map.remove(#tag);
                let known = match tag.as_deref() {
                    #(#arms)*
                    _ => return ::std::result::Result::Ok(Self::Unknown(unknown)),
                };
                known.map_err(::serde::de::Error::custom)
            }
        }
    ))
}

fn is_untagged(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("serde") && list.tokens.to_string() == "untagged"
}

fn inner_type(variant: &Variant) -> Result<String, String> {
    let Fields::Unnamed(fields) = &variant.fields else {
        return Err(format!("{} is not a newtype", variant.ident));
    };
    match fields.unnamed.first().map(|field| &field.ty) {
        Some(Type::Path(path)) => {
            let last = path.path.segments.last();
            last.map(|segment| segment.ident.to_string())
                .ok_or_else(|| "an empty path".to_owned())
        }
        _ => Err(format!("{} holds no named type", variant.ident)),
    }
}

fn without_derived_decoder(item: &mut ItemEnum) {
    for attribute in &mut item.attrs {
        let Meta::List(list) = &attribute.meta else { continue };
        if !list.path.is_ident("derive") {
            continue;
        }
        let parser = syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
        let Ok(paths) = list.parse_args_with(parser) else {
            continue;
        };
        let kept = paths
            .iter()
            .filter(|path| path.segments.last().is_none_or(|s| s.ident != "Deserialize"));
        *attribute = parse_quote!(#[derive(#(#kept),*)]);
    }
}
