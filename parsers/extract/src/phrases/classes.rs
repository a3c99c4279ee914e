// The classes of the vocabulary, each with an example. An enum is a table of `vocab/*.toml`, a variant is a key in it:
// `GrandTotal` of `Amounts` is `grand-total` in `[amounts]`. `docs/vocabulary.md` is made from this file.
//
// Several crates include this file: each defines what the macro does.
//
// `phrases` are written in the notation of `phrases/mod.rs`. `words` are single words. `written` are phrases that keep
// their capitals and dots.

classes! {
    /// Labels of amounts and the words around them.
    phrases Amounts {
        /// Money that goes back to the buyer.
        Refund = "återbetalning",
        /// An amount that isn't part of the sum: a unit price, a saving, a balance, a limit.
        NotATotal = "du sparar",
        /// What the buyer keeps of the sum and pays to the tax office, or later, at the start of a label.
        Withheld = "avdragen källskatt",
        /// Rounding to whole units.
        Rounding = "öresavrundning",
        /// A sum before tax, delivery or fees.
        Net = "delsumma",
        /// The whole sum to pay.
        GrandTotal = "att betala",
        /// Labels of the sum that is to pay, of whatever it consists: `Fakturabelopp 900, att betala 700`.
        ToPay = "att betala",
        /// What is still to pay.
        AmountDue = "amount due",
        /// A discount.
        Discount = "rabatt",
        /// Value added tax or sales tax.
        Vat = "moms",
        /// The cost of delivery.
        Shipping = "frakt",
        /// A fee, a tip or a deposit for packaging.
        Fee = "fakturaavgift",
        /// A plain word for a total, at the start or end of a label.
        Total = "summa",
        /// What was paid, at the start or end of a label.
        Paid = "amount paid",
        /// A plain word for an amount, at the start or end of a label.
        Amount = "belopp",
        /// Labels that contain a phrase of `not-a-total` but are totals.
        NotATotalException = "total price",
        /// Labels that contain a phrase of `net` but aren't net amounts.
        NetException = "net à payer",
        /// Labels that contain a phrase of `vat` but aren't amounts of tax.
        VatException = "vat number",
        /// Labels that contain a phrase of `shipping` but aren't costs.
        ShippingException = "delivery address",
        /// Words that make a total with `vat` in its label a grand total: `total incl. VAT`.
        VatIncluded = "incl",
        /// Words before the tax that a total includes.
        OfWhichVat = "of which",
        /// A tip. Every phrase is one of `fee` or `total`, too.
        Tip = "dricks",
        /// Starts of the name of a way of delivery that has a line of its own, such as a carrier's.
        Carrier = "postnord",
        /// A gift card or store credit that pays a part.
        GiftCard = "presentkort",
        /// A deposit for bottles and cans.
        ContainerDeposit = "pant",
        /// How many things a sum is of. It is removed before the label is classified.
        ItemCount = "3 items",
        /// Starts of a line below an amount that make it the amount due.
        DueBelowAmount = "zahlbar bis",
        /// Ends of a sentence before the amount that was paid.
        PaidSentenceBefore = "we charged",
        /// Starts of a sentence after the amount that was paid.
        PaidSentenceAfter = "has been charged",
        /// Ends of a sentence before the sum of an order.
        OrderSentenceBefore = "total of",
        /// Words before an amount in a sentence that doesn't mention the total.
        SentenceException = "up to",
        /// A sentence that ends in the amount to pay: `Please pay the following amount:`.
        PayableSentence = "please pay",
        /// A whole text before an amount that asks to pay it.
        PayRequest = "vänligen betala",
        /// Labels that say explicitly that money is refunded.
        MoneyBack = "få tillbaka",
        /// Labels of what was charged.
        Charged = "charged",
        /// Labels that contain a phrase of `refund` but aren't refunds.
        RefundException = "after refund",
        /// Labels of the total of an invoice or a delivery, which can be a part of an order.
        InvoiceTotal = "invoice total",
        /// Labels of the total of an order, of which this invoice can be a part.
        OrderTotal = "order total",
        /// Words that replace an amount of zero.
        Free = "gratis",
        /// A discount for those who pay early.
        EarlyPaymentDiscount = "skonto",
        /// Words behind an amount that make it one in the buyer's favour.
        CreditBalance = "till godo",
        /// Words in the line of an amount that make it one in the buyer's favour.
        InFavour = "i din favör",
        /// Words as in `credit-balance` that can also name a way to pay: they count behind what is still to pay.
        Credit = "credit",
    }

    /// Labels of dates and the words around them.
    phrases Dates {
        /// The day by which to pay.
        DueDate = "förfallodatum",
        /// Words after a date that make it the due date.
        DueAfterDate = "zur zahlung fällig",
        /// The day on which the invoice was issued.
        InvoiceDate = "fakturadatum",
        /// The day of the order, the purchase or the payment.
        OrderDate = "orderdatum",
        /// A plain word for a date.
        PlainDate = "datum",
        /// Dates of something else: delivery, journey, period.
        OtherDate = "leveransdatum",
        /// A word of running text that leads to a date.
        Preposition = "den",
        /// Whole labels of an event or its place, in the rows above its day.
        Event = "evenemang",
        /// Words of journeys, stays and events: their dates are not the invoice's.
        BookingHeading = "itinerary",
    }

    /// Labels of numbers. The first six classes have no word for "number": it may follow each of their phrases.
    phrases Numbers {
        /// What an invoice is called before its number.
        Invoice = "faktura",
        /// What an order is called before its number.
        Order = "beställning",
        /// What a receipt is called before its number.
        Receipt = "kvitto",
        /// What a booking is called before its number.
        Booking = "bokning",
        /// What a payment is called before its number.
        Transaction = "transaktion",
        /// What a reference is called before its number.
        Reference = "referens",
        /// A word for a number.
        NumberWord = "nummer",
        /// Words between a word for a number and what it is the number of: `numéro de commande`.
        NumberOf = "de",
        /// Words that name an order below the heading of one.
        Contract = "contratto",
        /// Labels of numbers of something else: telephone, account, tax.
        OtherNumber = "kundnummer",
        /// Words before the number of the invoice that a credit note cancels.
        OtherInvoice = "krediterar",
        /// Labels of the number of an earlier invoice: one that the document credits, cancels or replaces.
        EarlierInvoice = "ursprunglig faktura",
        /// Words that make a number the buyer's own.
        BuyersOwn = "your",
        /// The reference to state with a payment.
        PaymentReference = "ocr nummer",
        /// A Swedish bankgiro number.
        Bankgiro = "bankgiro",
        /// A Swedish plusgiro number.
        Plusgiro = "plusgiro",
        /// The number of a single ticket.
        Ticket = "biljett",
        /// A verb between a label and its number: `your order number is 12`.
        JoiningWord = "is",
        /// Words between a label and its number that name it a number.
        HasNumber = "has the number",
    }

    /// Labels and names of sellers and buyers.
    phrases Parties {
        /// Labels of the seller.
        Seller = "säljare",
        /// Labels of the buyer.
        Buyer = "bill to",
        /// Labels of the seller in a mail.
        Merchant = "sold by",
        /// Labels of who is paid, close to a payment reference. In other places some are the buyer's.
        Payee = "payee",
        /// The labels of `merchant` that a marketplace uses for its sellers.
        MarketplaceSeller = "sold by",
        /// Words before the person in a firm to whom a letter goes.
        Attention = "att",
        /// Ends of a sentence of a mail before the vendor's name.
        VendorAfter = "your order from",
        /// Weaker words before the vendor's name.
        VendorAfterGreeting = "welcome to",
        /// A sentence that says that someone was paid.
        PaymentSentence = "paid",
        /// Closings of a letter.
        Closing = "kind regards",
        /// Names of documents before the vendor's name.
        DocumentBeforeVendor = "your invoice from",
        /// Whole texts that are nobody's name.
        NotAName = "order confirmation",
        /// Titles before the name of a person who is addressed: a customer.
        CourtesyTitle = "mrs",
        /// Labels of the name in an address.
        NameLabel = "full name",
        /// Words too common in names to distinguish two firms.
        CommonNameWord = "international",
        /// Names of documents and their parts, which are nobody's name.
        Heading = "hyresavi",
        /// The text next to a firm's name in the footer of its letters.
        Registration = "org nr",
        /// Words before the name of the addressee.
        AddressedTo = "to",
        /// Words before the name of the landlord's property manager.
        ManagedBy = "förvaltas av",
        /// Names of banks.
        Bank = "sparkasse",
        /// Words with the name of the program that made a document.
        MadeWith = "powered by",
    }

    /// Words that say what a document is.
    phrases Documents {
        /// The document is an invoice, a receipt or an order.
        Receipt = "kvitto",
        /// Names of refunds.
        Refund = "återbetalning",
        /// Names of credit notes: invoices whose sum goes back to the buyer.
        CreditNote = "kreditnota",
        /// Names of documents that ask for a payment or confirm it.
        PaymentDocument = "invoice",
        /// Confirmations of an order or a booking.
        OrderConfirmation = "order confirmation",
        /// A heading that says: not charged yet, cancelled, failed or offered.
        UpcomingHeading = "kommande betalning",
        /// The same in the text.
        UpcomingBody = "your trial ends",
        /// A heading with news of a delivery.
        ShippingHeading = "out for delivery",
        /// News of goods that are sent back.
        Return = "din retur",
        /// Advertising.
        Promotion = "flash sale",
        /// Prefixes of the subject of a forwarded or answered mail.
        Forwarded = "fwd",
        /// Words that make a sentence one about the future.
        Future = "as soon as",
        /// Summons to a meeting, minutes and agendas.
        MeetingNotice = "kallelse till",
        /// Names of other documents: contract, delivery note, statement.
        OtherDocument = "följesedel",
        /// Words before what a letter is about.
        SubjectLine = "subject",
        /// Words that say that the document isn't an invoice.
        Disclaimer = "this is not an invoice",
        /// Words that say that the document itself is a receipt.
        OwnReceipt = "this email serves as your receipt",
        /// Words that say that the receipt is still to come.
        ReceiptFollows = "you will receive a receipt after",
        /// Names of offers, as a heading.
        Offer = "offert",
        /// Labels of what a seller or host gets.
        Payout = "host payout",
        /// Words that say that an invoice was cancelled.
        Cancelled = "makulerad faktura",
        /// The same as a stamp on the page.
        CancelledStamp = "makulerad",
        /// Words that say that another invoice takes the place of a cancelled one.
        Corrected = "ersätter",
        /// Names of drafts, pro formas and previews of invoices.
        Draft = "pro forma",
        /// Names of drafts of invoices, in a sentence.
        DraftInvoice = "preview of your invoice",
        /// Words that say that a payment failed.
        PaymentFailed = "payment failed",
        /// Says that a payment went through now, after one that failed.
        PaymentSucceeded = "men nu har betalningen gått igenom",
        /// Words about received money: payments in, sales, salaries, interest.
        MoneyReceived = "you received a payment",
        /// Names of a shop's reports about its own sales.
        SalesReport = "tagesabschluss",
        /// Labels of what a shop sold.
        Turnover = "total omsättning",
        /// A bank's notices about an account.
        AccountNotice = "transaction alert",
    }

    /// Words in the head of a document that say what it is in the course of a purchase.
    phrases Roles {
        /// Names of invoices.
        Invoice = "faktura",
        /// Names of receipts.
        Receipt = "kvitto",
        /// What is ordered or booked, in a subject or title.
        Order = "beställning",
        /// Confirmations of an order or a booking, beside those of `order-confirmation`.
        Announcement = "tack för din beställning",
        /// A refund is still to come.
        RefundToCome = "will be refunded",
        /// An invoice was paid.
        Payment = "payment received",
        /// Asks again for a payment.
        Reminder = "betalningspåminnelse",
        /// Replaces an earlier document, or says that an order or a booking was changed.
        Replacement = "corrected invoice",
        /// An order, a booking or an invoice is cancelled.
        Cancellation = "your order has been cancelled",
        /// The title of a cancellation. In other places it may be the heading of its terms.
        CancellationTitle = "avbokning",
        /// Words that make a sentence a condition or a denial: it decides nothing.
        Condition = "if",
        /// Words for a part of an order, whose cancellation is not that of the order.
        Part = "some",
        /// Something is paid.
        Paid = "has been paid",
        /// In the label of an amount, or at the start of a line, these say that it is paid.
        PaidLabel = "paid",
    }

    /// How something was paid.
    phrases Payments {
        /// Labels of the payment method.
        MethodLabel = "betalsätt",
        /// Headings above the payment method.
        MethodHeading = "betalning",
        /// Words of a cell that says how something was paid.
        PaidWith = "paid",
        /// Words before the last digits of a card's or an account's number.
        CardEnding = "ending in",
    }

    /// The lines of a receipt or invoice.
    phrases Items {
        /// Starts of texts that aren't an item's name.
        NotAnItem = "thank you",
        /// Heads of the column of names.
        NameColumn = "artikel",
        /// Heads of the column of quantities.
        QuantityColumn = "antal",
        /// Heads of the column of unit prices.
        UnitPriceColumn = "styckpris",
        /// Heads of the column of line totals.
        SumColumn = "belopp",
        /// Heads of the column of sizes.
        SizeColumn = "storlek",
        /// Heads of the column of article numbers.
        ArticleNumberColumn = "artikelnr",
        /// Heads of other columns.
        OtherColumn = "färg",
        /// Labels of a note that the buyer wrote.
        NoteLabel = "kommentar",
        /// Words before an amount that another one contains, or that is only about right.
        BeforeNoPrice = "inkl",
        /// Names of brands of clothes and outdoor goods, as shops of several brands state them above the name.
        Brand = "the north face",
    }

    /// Names of currencies and words before them.
    phrases CurrencyNames {
        /// Words before the code of the currency that a document states.
        Label = "valuta",
        /// A krona or krone of whichever country.
        Krona = "kronor",
        /// The Swedish krona.
        SwedishKrona = "svenska kronor",
        /// The Norwegian krone.
        NorwegianKrone = "norske kroner",
        /// The Danish krone.
        DanishKrone = "danske kroner",
    }

    /// Names of months, whole and short.
    words Months {
        /// January.
        January = "januari",
        /// February.
        February = "februari",
        /// March.
        March = "mars",
        /// April.
        April = "april",
        /// May.
        May = "maj",
        /// June.
        June = "juni",
        /// July.
        July = "juli",
        /// August.
        August = "augusti",
        /// September.
        September = "september",
        /// October.
        October = "oktober",
        /// November.
        November = "november",
        /// December.
        December = "december",
    }

    /// Legal forms in the names of firms and owners, as they are written. A dot stands for itself.
    written LegalForms {
        /// Endings of firms' names, which are ignored when names are compared.
        Firm = "GmbH",
        /// Endings of the names of bodies that aren't firms.
        PublicBody = "kommun",
        /// Starts of names that have their legal form in the middle: `Fastighets AB Lönnkrona`. No pattern.
        Trade = "Fastighets",
        /// Legal forms before the names of owners of houses. No pattern.
        HouseOwner = "Brf",
    }
}
