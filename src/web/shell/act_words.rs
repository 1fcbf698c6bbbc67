//! The words of the page of an act.

use crate::domain::Language;

pub(super) struct ActWords {
    /// The description of the page of an act, by its citation.
    pub about: fn(&str) -> String,
    pub issuer: &'static str,
    pub date: &'static str,
    pub gazette: &'static str,
    pub in_force: &'static str,
    pub consolidated: &'static str,
    pub published: &'static str,
    pub gazette_file: &'static str,
    pub next: &'static str,
    pub articles: &'static str,
    pub article: &'static str,
    pub amended_by: &'static str,
    /// For one, a few and many; `{{count}}` is their number.
    pub operations: [&'static str; 3],
    pub changes: &'static str,
    pub amends: &'static str,
    pub forms: &'static str,
    /// The words before the day of a form.
    pub form: &'static str,
    pub citing: &'static str,
    pub newest_of: fn(usize, usize) -> String,
}

pub(super) fn words(language: Language) -> &'static ActWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

static RO: ActWords = ActWords {
    about: |act| format!("{act}: ce prevede, ce l-a modificat, formele consolidate și articolele care îl explică."),
    issuer: "Emitent",
    date: "Data actului",
    gazette: "Publicare",
    in_force: "În vigoare din",
    consolidated: "Forma consolidată",
    published: "Forma publicată",
    gazette_file: "Monitorul Oficial",
    next: "Ce urmează",
    articles: "Articole despre act",
    article: "articolul",
    amended_by: "Acte care îl modifică",
    operations: ["o modificare", "{{count}} modificări", "{{count}} de modificări"],
    changes: "Înainte și după",
    amends: "Acte pe care le modifică",
    forms: "Forme consolidate",
    form: "În vigoare din",
    citing: "Alte articole care îl menționează",
    newest_of: |shown, all| format!("Cele mai noi {shown} din {all}."),
};

static EN: ActWords = ActWords {
    about: |act| {
        format!("{act}: what it is, what changed it, its consolidated forms and the articles that explain it.")
    },
    issuer: "Issuer",
    date: "Date of the act",
    gazette: "Published",
    in_force: "In force from",
    consolidated: "Consolidated form",
    published: "As first published",
    gazette_file: "Official Gazette",
    next: "What comes next",
    articles: "Articles about the act",
    article: "the article",
    amended_by: "Acts that change it",
    operations: ["one change", "{{count}} changes", "{{count}} changes"],
    changes: "Before and after",
    amends: "Acts that it changes",
    forms: "Consolidated forms",
    form: "In force from",
    citing: "Other articles that mention it",
    newest_of: |shown, all| format!("The newest {shown} of {all}."),
};
