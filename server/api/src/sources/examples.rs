//! Examples of sources and suggestions.

use serde_json::{Value, json};

use super::{
    AcceptedSuggestion, DiscoverBody, Discovery, Landlord, LandlordChangeBody, NewLandlordBody, NewVendorBody,
    SourceOrigin, Sources, SuggestedInvoice, Suggestion, SuggestionKind, Suggestions, Vendor, VendorChangeBody,
};
use crate::example::{Example, Examples};

pub(super) const LANDLORD_ID: &str = "0d2f6f0e-7a55-4b0e-9f3c-2b8d6c1f4e10";
pub(super) const SUGGESTION_ID: &str = "b1d7a0c4-2f36-4e0b-8a53-6f7c9d2e1a05";

pub(crate) fn examples() -> Examples {
    Examples::default()
        .with::<SourceOrigin>()
        .with::<Landlord>()
        .with::<Vendor>()
        .with::<Sources>()
        .with::<NewLandlordBody>()
        .with::<LandlordChangeBody>()
        .with::<NewVendorBody>()
        .with::<VendorChangeBody>()
        .with::<DiscoverBody>()
        .with::<SuggestionKind>()
        .with::<Suggestion>()
        .with::<SuggestedInvoice>()
        .with::<Suggestions>()
        .with::<Discovery>()
        .with::<AcceptedSuggestion>()
}

impl Example for SourceOrigin {
    fn example() -> Value {
        json!("user")
    }
}

impl Example for Landlord {
    fn example() -> Value {
        json!({
            "landlord_id": LANDLORD_ID,
            "sender": "hyra@landlord.example.com",
            "subject": "Hyresavi",
            "active": true,
            "origin": "user",
        })
    }
}

impl Example for Vendor {
    fn example() -> Value {
        json!({
            "vendor_id": "kaffebaren",
            "name": "Kaffebaren",
            "sub_type": "food-delivery",
            "email_patterns": ["order@kaffebaren.example.com"],
            "subject_keywords": ["Ditt kvitto"],
            "active": true,
            "origin": "user",
        })
    }
}

impl Example for Sources {
    fn example() -> Value {
        json!({"landlords": [Landlord::example()], "vendors": [Vendor::example()]})
    }
}

impl Example for NewLandlordBody {
    fn example() -> Value {
        json!({"sender": "hyra@landlord.example.com", "subject": "Hyresavi"})
    }
}

impl Example for LandlordChangeBody {
    fn example() -> Value {
        json!({"active": false})
    }
}

impl Example for NewVendorBody {
    fn example() -> Value {
        json!({
            "name": "Kaffebaren",
            "sub_type": "food-delivery",
            "email_patterns": ["order@kaffebaren.example.com"],
            "subject_keywords": ["Ditt kvitto"],
        })
    }
}

impl Example for VendorChangeBody {
    fn example() -> Value {
        json!({"active": false})
    }
}

impl Example for DiscoverBody {
    fn example() -> Value {
        json!({"days": 365})
    }
}

impl Example for SuggestionKind {
    fn example() -> Value {
        json!("vendor")
    }
}

impl Example for SuggestedInvoice {
    fn example() -> Value {
        json!({"invoice_date": "2026-07-03", "total_amount": 129.5, "currency": "SEK"})
    }
}

impl Example for Suggestion {
    fn example() -> Value {
        json!({
            "suggestion_id": SUGGESTION_ID,
            "kind": "vendor",
            "name": "Kaffebaren",
            "sub_type": "food-delivery",
            "senders": ["order@kaffebaren.example.com"],
            "mails": 12,
            "trusted": true,
            "invoice": SuggestedInvoice::example(),
        })
    }
}

impl Example for Suggestions {
    fn example() -> Value {
        json!({"suggestions": [Suggestion::example()]})
    }
}

impl Example for Discovery {
    fn example() -> Value {
        json!({
            "finished": true,
            "mails_found": 240,
            "senders_examined": 31,
            "more": false,
            "suggestions": [Suggestion::example()],
        })
    }
}

impl Example for AcceptedSuggestion {
    fn example() -> Value {
        json!({"vendor": Vendor::example()})
    }
}
