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
    pub changes: &'static str,
    /// From the counted changes, the year and the counted acts.
    pub changes_since: fn(&str, i16, &str) -> String,
    /// For one, a few and many; `{{count}}` is their number.
    pub counted_changes: [&'static str; 3],
    pub counted_laws: [&'static str; 3],
    pub counted_acts: [&'static str; 3],
    pub provisions: [&'static str; 3],
    pub latest: &'static str,
    /// The name of the links to the years of the changes.
    pub years: &'static str,
    /// The words after the citation of an act.
    pub unread: &'static str,
    pub unknown_act: &'static str,
    /// The words of the link to the form that has the changes.
    pub form_link: &'static str,
    pub no_old_text: &'static str,
    /// The words before one article, and before several.
    pub our_articles: [&'static str; 2],
    pub no_article: &'static str,
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
    changes: "Ce s-a schimbat",
    changes_since: |changes, year, acts| format!("{changes} din {year}, prin {acts}."),
    counted_changes: ["o schimbare", "{{count}} schimbări", "{{count}} de schimbări"],
    counted_laws: ["o lege", "{{count}} legi", "{{count}} de legi"],
    counted_acts: ["un act", "{{count}} acte", "{{count}} de acte"],
    provisions: ["o prevedere", "{{count}} prevederi", "{{count}} de prevederi"],
    latest: "Ultima:",
    years: "Anul schimbărilor",
    unread: "poate să fi schimbat și acest act; textul nu este încă citit.",
    unknown_act: "Un act pe care forma nu îl numește",
    form_link: "forma de atunci",
    no_old_text: "Nu avem încă textul dinainte al acestor prevederi.",
    our_articles: ["Articolul nostru:", "Articolele noastre:"],
    no_article: "Niciun articol al nostru despre schimbarea aceasta.",
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
    changes: "What changed",
    changes_since: |changes, year, acts| format!("{changes} since {year}, by {acts}."),
    counted_changes: ["one change", "{{count}} changes", "{{count}} changes"],
    counted_laws: ["one law", "{{count}} laws", "{{count}} laws"],
    counted_acts: ["one act", "{{count}} acts", "{{count}} acts"],
    provisions: ["one provision", "{{count}} provisions", "{{count}} provisions"],
    latest: "Latest:",
    years: "Year of the changes",
    unread: "may also have changed this act; we have not read it yet.",
    unknown_act: "An act that the form does not name",
    form_link: "the form of that day",
    no_old_text: "We do not have the earlier text of these provisions yet.",
    our_articles: ["Our article:", "Our articles:"],
    no_article: "No article of ours about this change.",
    amends: "Acts that it changes",
    forms: "Consolidated forms",
    form: "In force from",
    citing: "Other articles that mention it",
    newest_of: |shown, all| format!("The newest {shown} of {all}."),
};
