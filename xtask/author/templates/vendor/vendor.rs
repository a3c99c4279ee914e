    VendorEntry {
        id: "{{vendor}}",
        name: "{{vendor_name}}",
        senders: &["{{sender}}"],
        subjects: &[{{subjects}}],
    }
