//! The words of the pages that the server writes; all others are in the UI.

use crate::domain::Language;

pub(in crate::web) struct Words {
    /// What the product is, for descriptions of at most 200 letters.
    pub about: &'static str,
    pub landing_title: &'static str,
    pub newest: &'static str,
    pub topic_about: fn(&str) -> String,
    pub empty: &'static str,
    pub summary: &'static str,
    pub explanation: &'static str,
    pub steps: &'static str,
    pub deadlines: &'static str,
    pub audience: &'static str,
    pub facts: &'static str,
    pub act: &'static str,
    pub gazette: &'static str,
    pub in_force: &'static str,
    pub applies_from: &'static str,
    pub topic: &'static str,
    pub source: &'static str,
    pub secondary_source: &'static str,
    pub dated_by: &'static str,
    pub reviewed: &'static str,
    pub pdf: &'static str,
    pub address: &'static str,
    pub all: &'static str,
    pub contact: &'static str,
    pub feed: &'static str,
    pub privacy: &'static str,
    pub terms: &'static str,
    pub site_pages: &'static str,
    pub not_advice: &'static str,
    pub missing: &'static str,
    pub missing_text: &'static str,
    /// The messages that were sent to many.
    pub archive_title: &'static str,
    pub archive_about: &'static str,
    pub archive_empty: &'static str,
    /// Title and description of each screen that is neither the list nor an article.
    pub screens: [(&'static str, &'static str); 9],
    pub about_text: [&'static str; 2],
}

/// The words of a language.
pub(in crate::web) fn words(language: Language) -> &'static Words {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

static RO: Words = Words {
    about: "Schimbările legii din Monitorul Oficial, explicate pe înțeles: ce se schimbă, pe cine privește și ce e de făcut până când. Gratuit, fără cont.",
    landing_title: "Paragraf: schimbările legii, pe înțelesul tuturor",
    newest: "Cele mai noi schimbări ale legii",
    topic_about: |topic| {
        format!("Schimbările legii din tema „{topic}”: ce se schimbă, pe cine privește și ce e de făcut până când.")
    },
    empty: "Nu este încă niciun articol aici.",
    summary: "Rezumat tehnic",
    explanation: "Pe înțelesul tuturor",
    steps: "Pași de urmat",
    deadlines: "Date de reținut",
    audience: "Pe cine privește",
    facts: "De unde vine",
    act: "Actul",
    gazette: "Publicat în",
    in_force: "În vigoare din",
    applies_from: "Se aplică din",
    topic: "Tema",
    source: "Textul oficial",
    secondary_source: "Sursă secundară",
    dated_by: "Data publicării este a actului",
    reviewed: "Verificat de",
    pdf: "Fișierul PDF",
    address: "Adresa acestei pagini",
    all: "Toate schimbările legislative",
    contact: "Contact",
    feed: "Flux Atom",
    privacy: "Politica de confidențialitate",
    terms: "Termeni de utilizare",
    site_pages: "Paginile site-ului",
    not_advice: "Articolul informează. Nu înlocuiește textul oficial și nici sfatul unui avocat sau al unui contabil.",
    missing: "Pagina nu există",
    missing_text: "La această adresă nu există nicio pagină. Poate că articolul a fost retras.",
    archive_title: "Arhiva mesajelor",
    archive_about: "Mesajele pe care Paragraf le-a trimis prin e-mail abonaților și celor cu cont, în întregime.",
    archive_empty: "Nu a fost trimis încă niciun mesaj.",
    screens: [
        (
            "Despre",
            "Ce este Paragraf, cine îl face, cum îl folosești și cum ne găsești. Schimbările legii din România, în cuvinte pe care le înțelege oricine.",
        ),
        (
            "Fă cunoștință cu asistentul",
            "În curând: întrebi cu cuvintele tale despre o schimbare a legii și primești un răspuns care trimite la textul pe care se sprijină.",
        ),
        ("Opțiuni", "Aspectul, limba și mărimea textului, păstrate numai în browserul tău."),
        (
            "Conectare",
            "Cu un cont gratuit urmărești teme, salvezi articole și afli la timp ce se schimbă. Poți citi totul și fără cont.",
        ),
        ("Notificări", "Schimbările din temele și din articolele pe care le urmărești, de la ultima vizită."),
        ("Profil", "Numele tău, ce ai apreciat, ce ai salvat și ce urmărești."),
        ("Schimbări apreciate", "Articolele pe care le-ai apreciat."),
        ("Schimbări salvate", "Articolele pe care le-ai salvat pentru mai târziu."),
        ("Contul tău", "Numele, adresa de e-mail, parola, dispozitivele conectate, datele tale și ștergerea contului."),
    ],
    about_text: [
        "Paragraf urmărește Monitorul Oficial al României și spune ce s-a schimbat: ce obligații, ce termene, ce subvenții. Fiecare schimbare are o importanță, un rezumat tehnic, o explicație pe înțelesul tuturor și pașii de urmat.",
        "Este făcut pentru cei care închiriază, conduc o afacere, administrează finanțe sau lucrează terenuri agricole. Este gratuit și deschis tuturor.",
    ],
};

static EN: Words = Words {
    about: "Changes of Romanian law from the Official Gazette, explained in plain words: what changes, whom it concerns, and what to do by when. Free, no account needed.",
    landing_title: "Paragraf: changes of Romanian law, in plain words",
    newest: "The newest changes in the law",
    topic_about: |topic| {
        format!(
            "Changes of Romanian law on the topic “{topic}”: what changes, whom it concerns, and what to do by when."
        )
    },
    empty: "There is no article here yet.",
    summary: "Technical summary",
    explanation: "In plain words",
    steps: "Implementation Steps",
    deadlines: "Dates",
    audience: "Whom it concerns",
    facts: "Where it comes from",
    act: "Act",
    gazette: "Published in",
    in_force: "In force from",
    applies_from: "Applies from",
    topic: "Topic",
    source: "The official text",
    secondary_source: "Secondary source",
    dated_by: "The publish date is that of",
    reviewed: "Reviewed by",
    pdf: "The PDF file",
    address: "Address of this page",
    all: "All changes in the law",
    contact: "Contact",
    feed: "Atom feed",
    privacy: "Privacy Policy",
    terms: "Terms of Use",
    site_pages: "Pages of this site",
    not_advice: "The article informs. It does not replace the official text or the advice of a lawyer or an accountant.",
    missing: "Page not found",
    missing_text: "There is no page at this address. The article may have been withdrawn.",
    archive_title: "E-mail archive",
    archive_about: "The e-mails that Paragraf has sent to subscribers and account owners, in full.",
    archive_empty: "No e-mail has been sent yet.",
    screens: [
        (
            "About",
            "What Paragraf is, who is behind it, how to use it and how to reach us. Changes of Romanian law in words that everyone can understand.",
        ),
        (
            "Meet the assistant",
            "Coming soon: ask about a change in the law in your own words and get an answer that points to the text behind it.",
        ),
        ("Options", "Theme, language and text size, kept in your browser only."),
        (
            "Sign in",
            "With a free account you follow topics, save articles and hear about changes in time. You can read everything without one.",
        ),
        ("Notifications", "Changes in the topics you follow and the articles you track, since your last visit."),
        ("Profile", "Your name, what you liked, what you saved and what you follow."),
        ("Liked Changes", "The articles that you liked."),
        ("Bookmarked Changes", "The articles that you saved for later."),
        ("Your account", "Name, e-mail address, password, signed-in devices, your data, and deleting the account."),
    ],
    about_text: [
        "Paragraf follows the Official Gazette of Romania and explains what has changed: obligations, deadlines, subsidies. Each change has an importance, a technical summary, an explanation in plain words and the steps to follow.",
        "It is made for people who rent out property, run a business, manage finances or work farmland. It is free and open to everyone.",
    ],
};
