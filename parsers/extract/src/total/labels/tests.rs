//! What labels say.

use super::*;

#[test]
fn labels_say_what_an_amount_is() {
    for (text, class) in [
        ("Totalt", Class::Total),
        ("Att betala", Class::Grand),
        ("Totalt inkl. moms", Class::Grand),
        ("Totalt (exkl. moms)", Class::Net),
        ("Summa kr", Class::Grand),
        ("varav moms", Class::Vat),
        ("Total (includes VAT", Class::Vat),
        ("Moms 25%", Class::Vat),
        ("Net à payer", Class::Grand),
        ("Total price", Class::Grand),
        ("Price", Class::NotATotal),
        ("Frakt", Class::Delivery),
        ("Order Total:", Class::Grand),
        ("Total before tax", Class::Net),
        ("Du sparar", Class::NotATotal),
        ("Amount due", Class::Due),
        ("Remaining on your gift card", Class::NotATotal),
    ] {
        assert_eq!(classify(text), Some(class), "{text}");
    }
    assert_eq!(classify("Kaffe, mellanrost"), None);
    assert_eq!(classify("Momsreg.nr"), None);
}
