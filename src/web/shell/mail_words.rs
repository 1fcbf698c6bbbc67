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
    pub link_sent: TitleAndText,
    pub expired: TitleAndText,
    pub used: TitleAndText,
    /// Of a link that only unsubscribes by now.
    pub too_old: TitleAndText,
    pub missing: TitleAndText,
    pub invalid: TitleAndText,
    pub too_many: TitleAndText,
    pub confirm_button: &'static str,
    pub save_button: &'static str,
    pub leave_button: &'static str,
    pub link_button: &'static str,
    pub delete_button: &'static str,
    pub address: &'static str,
    pub language: &'static str,
    pub digest: &'static str,
    /// Weekly, daily, never.
    pub frequencies: [&'static str; 3],
    pub digest_from: &'static str,
    pub urgent: &'static str,
    pub deadlines: &'static str,
    pub reminders: &'static str,
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
    confirm: ("Confirmă adresa", "Confirmă că adresa este a ta și că vrei să îți scriem când se schimbă legea."),
    preferences: ("Ce îți trimitem", "Alege ce mesaje primești, cât de des și în ce limbă."),
    unsubscribe: ("Oprești toate mesajele?", "Nu vei mai primi mesaje de la noi. Te poți răzgândi după aceea."),
    confirmed: (
        "Adresa este confirmată",
        "De acum îți scriem când se schimbă legea. Din fiecare mesaj poți alege ce primești.",
    ),
    saved: ("Am salvat", "De acum primești mesajele așa cum ai ales."),
    left: (
        "Nu mai primești nimic de la noi",
        "Am oprit toate mesajele. Dacă a fost o greșeală, deschide din nou linkul sau înscrie adresa încă o dată.",
    ),
    deleted: ("Datele tale au fost șterse", "Am șters adresa și tot ce păstram despre abonament."),
    link_sent: ("Ți-am trimis un link nou", "Deschide-l din mesajul pe care ți l-am trimis acum."),
    used: (
        "Linkul a fost folosit deja",
        "Între timp, abonarea s-a încheiat. Lasă-ne adresa încă o dată și îți trimitem alt link.",
    ),
    too_old: (
        "Linkul este prea vechi ca să schimbe setările",
        "Un link din mesajele noastre schimbă setările 30 de zile, ca nimeni să nu o facă în locul tău cu un mesaj vechi. De dezabonat te poți dezabona oricând.",
    ),
    expired: (
        "Linkul a expirat",
        "Un link de confirmare este valabil 30 de zile. Lasă-ne adresa încă o dată și îți trimitem altul.",
    ),
    missing: ("Abonarea nu mai există", "A fost anulată sau ștearsă. Poți înscrie adresa din nou oricând."),
    invalid: ("Linkul nu funcționează", "Poate că a fost copiat numai în parte. Deschide-l direct din mesaj."),
    too_many: ("Prea multe cereri", "Așteaptă un minut și încearcă din nou."),
    confirm_button: "Confirmă adresa",
    save_button: "Salvează",
    leave_button: "Oprește toate mesajele",
    link_button: "Trimite-mi un link nou",
    delete_button: "Șterge datele mele",
    address: "Adresa:",
    language: "Limba",
    digest: "Rezumatul schimbărilor",
    frequencies: ["Săptămânal", "Zilnic", "Niciodată"],
    digest_from: "Cu schimbări de importanță cel puțin",
    urgent: "Schimbările urgente, imediat",
    deadlines: "Termenele care se apropie, lunea",
    reminders: "Mementouri înainte de termene, cel mult un mesaj pe zi",
    news: "Noutăți despre Paragraf",
    pause: "Pauză până la",
    topics: "Temele (dacă nu alegi niciuna, toate)",
};

static EN: MailWords = MailWords {
    confirm: (
        "Confirm your address",
        "Confirm that the address is yours and that you want to hear when the law changes.",
    ),
    preferences: ("What we send you", "Choose which messages you get, how often, and in which language."),
    unsubscribe: ("Stop all messages?", "You will get no more messages from us. You can change your mind afterwards."),
    confirmed: (
        "Your address is confirmed",
        "From now on we write to you when the law changes. From every message you can choose what you get.",
    ),
    saved: ("Saved", "From now on you get messages as you have chosen."),
    left: (
        "You will get nothing more from us",
        "We have stopped all messages. If it was a slip, open the link again or sign up once more.",
    ),
    deleted: (
        "Your data has been deleted",
        "We have deleted the address and everything we kept about the subscription.",
    ),
    link_sent: ("We have sent you a new link", "Open it from the message that we have just sent you."),
    used: (
        "This link was used before",
        "The subscription has ended since. Leave your address once more and we will send you another link.",
    ),
    too_old: (
        "This link is too old to change settings",
        "A link from our messages changes settings for 30 days, so that nobody else does so with an old message. You can unsubscribe with it at any time.",
    ),
    expired: (
        "This link has expired",
        "A confirmation link is valid for 30 days. Leave your address once more and we will send you another.",
    ),
    missing: ("This subscription no longer exists", "It was cancelled or deleted. You can sign up again at any time."),
    invalid: ("This link does not work", "Part of it may be missing. Open it straight from the message."),
    too_many: ("Too many requests", "Wait a minute and try again."),
    confirm_button: "Confirm the address",
    save_button: "Save",
    leave_button: "Stop all messages",
    link_button: "Send me a new link",
    delete_button: "Delete my data",
    address: "Address:",
    language: "Language",
    digest: "Summary of changes",
    frequencies: ["Every week", "Every day", "Never"],
    digest_from: "With changes of at least this importance",
    urgent: "Urgent changes, right away",
    deadlines: "Upcoming deadlines, on Mondays",
    reminders: "Reminders before deadlines, one e-mail a day at most",
    news: "News about Paragraf",
    pause: "Pause until",
    topics: "Topics (all of them if you choose none)",
};
