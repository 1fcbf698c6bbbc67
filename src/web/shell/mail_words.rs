//! The words of the pages that links in messages open.

use crate::domain::Language;

type TitleAndText = (&'static str, &'static str);

pub(super) struct MailWords {
    pub confirm: TitleAndText,
    pub preferences: TitleAndText,
    pub unsubscribe: TitleAndText,
    pub confirmed: TitleAndText,
    pub saved: TitleAndText,
    pub left: TitleAndText,
    pub deleted: TitleAndText,
    pub expired: TitleAndText,
    pub missing: TitleAndText,
    pub invalid: TitleAndText,
    pub too_many: TitleAndText,
    pub confirm_button: &'static str,
    pub save_button: &'static str,
    pub leave_button: &'static str,
    pub delete_button: &'static str,
    pub address: &'static str,
    pub language: &'static str,
    pub digest: &'static str,
    /// Weekly, daily, never.
    pub frequencies: [&'static str; 3],
    pub digest_from: &'static str,
    pub urgent: &'static str,
    pub deadlines: &'static str,
    pub news: &'static str,
    pub pause: &'static str,
    pub topics: &'static str,
}

pub(super) fn mail_words(language: Language) -> &'static MailWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

static RO: MailWords = MailWords {
    confirm: ("Confirmă adresa", "Confirmă că adresa este a ta și că vrei vești despre schimbările legii."),
    preferences: ("Ce primești prin e-mail", "Alege ce mesaje primești, cât de des și în ce limbă."),
    unsubscribe: ("Te dezabonezi?", "Nu vei mai primi mesaje de la noi. Te poți răzgândi oricând, cu același link."),
    confirmed: (
        "Adresa este confirmată",
        "De acum primești vești despre schimbările legii. Din fiecare mesaj poți alege ce primești.",
    ),
    saved: ("Am salvat", "De acum primești mesajele așa cum ai ales."),
    left: (
        "Te-ai dezabonat",
        "Nu mai primești mesaje de la noi. Dacă a fost o greșeală, deschide din nou linkul și alege ce primești.",
    ),
    deleted: ("Datele au fost șterse", "Am șters adresa și tot ce păstram despre abonament."),
    expired: ("Linkul a expirat", "Linkul este bun treizeci de zile. Înscrie-ți din nou adresa și îți trimitem altul."),
    missing: ("Nu mai este nicio abonare", "Adresa aceasta nu este abonată. O poți înscrie din nou oricând."),
    invalid: ("Linkul nu este bun", "Poate că a fost copiat numai în parte. Deschide-l direct din mesaj."),
    too_many: ("Prea multe cereri", "Așteaptă un minut și încearcă din nou."),
    confirm_button: "Confirm adresa",
    save_button: "Salvează",
    leave_button: "Mă dezabonez de la toate",
    delete_button: "Șterge datele mele",
    address: "Adresa:",
    language: "Limba",
    digest: "Rezumatul schimbărilor",
    frequencies: ["În fiecare săptămână", "În fiecare zi", "Niciodată"],
    digest_from: "Cu schimbări de importanță cel puțin",
    urgent: "Schimbările care nu pot aștepta, imediat",
    deadlines: "Termenele care se apropie, lunea",
    news: "Noutăți despre Paragraf",
    pause: "Pauză până la",
    topics: "Temele (nicio alegere înseamnă toate)",
};

static EN: MailWords = MailWords {
    confirm: (
        "Confirm your address",
        "Confirm that the address is yours and that you want news about changes of the law.",
    ),
    preferences: ("What you get by e-mail", "Choose which mails you get, how often, and in which language."),
    unsubscribe: (
        "Unsubscribe?",
        "You will get no more mails from us. You can change your mind at any time, with the same link.",
    ),
    confirmed: (
        "Your address is confirmed",
        "From now on you hear of changes of the law. From every mail you can choose what you get.",
    ),
    saved: ("Saved", "From now on you get mails as you have chosen."),
    left: (
        "You have unsubscribed",
        "You get no more mails from us. If it was a slip, open the link again and choose what you get.",
    ),
    deleted: ("Your data are deleted", "We have deleted the address and everything we kept about the subscription."),
    expired: (
        "The link has expired",
        "A link works for thirty days. Sign up with your address again, and we send you another.",
    ),
    missing: (
        "There is no subscription any more",
        "This address is not subscribed. You can sign it up again at any time.",
    ),
    invalid: ("The link does not work", "It may have been copied in part only. Open it right from the mail."),
    too_many: ("Too many requests", "Wait a minute and try again."),
    confirm_button: "Confirm the address",
    save_button: "Save",
    leave_button: "Unsubscribe from everything",
    delete_button: "Delete my data",
    address: "Address:",
    language: "Language",
    digest: "Summary of changes",
    frequencies: ["Every week", "Every day", "Never"],
    digest_from: "With changes of at least this importance",
    urgent: "Changes that cannot wait, at once",
    deadlines: "Deadlines that come near, on Mondays",
    news: "News about Paragraf",
    pause: "Pause until",
    topics: "Topics (choosing none means all)",
};
