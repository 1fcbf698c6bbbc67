//! The words of the page of deadlines.

use crate::domain::Language;

pub(super) struct DeadlineWords {
    pub topic: &'static str,
    pub every_topic: &'static str,
    pub role: &'static str,
    pub everybody: &'static str,
    pub show: &'static str,
    pub earlier: &'static str,
    pub later: &'static str,
    pub nothing: &'static str,
    /// For one, a few and many, as [`counted`](super::counted::counted) takes them.
    pub count: [&'static str; 3],
    pub past: [&'static str; 3],
    pub only_if: &'static str,
    /// Beside what the reader may choose to do.
    pub choice: &'static str,
    /// Before the list of moved days.
    pub moved: &'static str,
    pub moved_to: &'static str,
    pub why: &'static str,
    pub by_event: &'static str,
    pub by_event_text: &'static str,
    pub nothing_to_do: &'static str,
    pub moved_from: &'static str,
    pub weekend: &'static str,
    pub holiday: &'static str,
    pub december: &'static str,
    pub sources: &'static str,
    pub calendar: &'static str,
}

static RO: DeadlineWords = DeadlineWords {
    topic: "Tema",
    every_topic: "Toate temele",
    role: "Pentru cine",
    everybody: "Toată lumea",
    show: "Arată",
    earlier: "Luna anterioară",
    later: "Luna următoare",
    nothing: "Niciun termen cunoscut în luna aceasta.",
    count: ["{{count}} termen al tuturor", "{{count}} termene ale tuturor", "{{count}} de termene ale tuturor"],
    past: ["{{count}} zi trecută", "{{count}} zile trecute", "{{count}} de zile trecute"],
    only_if: "Numai dacă",
    choice: "la alegere",
    moved: "Mutate",
    moved_to: "pe",
    why: "De ce",
    by_event: "Dacă se întâmplă",
    by_event_text: "Obligațiile acestea urmează după ceva ce faci, sau ziua lor se stabilește în fiecare an.",
    nothing_to_do: "Fără nimic de făcut",
    moved_from: "Mutat de pe",
    weekend: "cade în weekend, deci termenul se mută în prima zi lucrătoare",
    holiday: "este sărbătoare legală, deci termenul se mută în prima zi lucrătoare",
    december: "este Crăciunul: impozitele se declară și se plătesc până la 21 decembrie (Codul de procedură fiscală, art. 155 alin. (2))",
    sources: "Surse",
    calendar: "Adaugă în calendar (.ics)",
};

static EN: DeadlineWords = DeadlineWords {
    topic: "Topic",
    every_topic: "All topics",
    role: "Readers",
    everybody: "Everybody",
    show: "Show",
    earlier: "Previous month",
    later: "Next month",
    nothing: "No known deadlines in this month.",
    count: ["Everyone's deadlines: {{count}}"; 3],
    past: ["{{count}} past day", "{{count}} past days", "{{count}} past days"],
    only_if: "Only if",
    choice: "your choice",
    moved: "Moved",
    moved_to: "to",
    why: "Why",
    by_event: "If it happens",
    by_event_text: "These duties follow from something that you do, or their day is set each year.",
    nothing_to_do: "Nothing for you to do",
    moved_from: "Moved from",
    weekend: "falls on a weekend, so the deadline moves to the next working day",
    holiday: "is a public holiday, so the deadline moves to the next working day",
    december: "is Christmas Day: taxes are declared and paid by 21 December (Fiscal Procedure Code, art. 155 para. (2))",
    sources: "Sources",
    calendar: "Add to calendar (.ics)",
};

pub(super) fn deadline_words(language: Language) -> &'static DeadlineWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}
