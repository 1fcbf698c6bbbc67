//! The words of Home, the same as in the app.

use crate::domain::Language;

/// The texts of the UI under the same names; a test compares them.
pub(super) struct HomeWords {
    pub tabs: &'static str,
    pub mine: &'static str,
    pub all: &'static str,
    /// The greetings of visitors; the link to sign in is tagged `<signin>`.
    pub greetings: [&'static str; 5],
    /// The headline of a visitor, and the line below it.
    pub visitor: [&'static str; 2],
    pub roles: &'static str,
    /// Name and text of the tiles, in the order of the app.
    pub tiles: [(&'static str, &'static str); 5],
    pub role_else: &'static str,
    /// Leads to the questions about the reader.
    pub ask: &'static str,
    /// For one, a few and many topics; `{{count}}` is their number.
    pub role_else_text: [&'static str; 3],
    pub nearest_duties: &'static str,
    /// The duty after those shown; its day is tagged `<day>`.
    pub then: &'static str,
    pub ahead: &'static str,
    pub in_force: &'static str,
    pub by_itself: &'static str,
    pub by_itself_text: &'static str,
    pub by_itself_none: &'static str,
    pub read_more: &'static str,
    /// The words before a day that is today, for an entry that is due, starts or ends.
    pub on_today: [&'static str; 3],
    pub today: &'static str,
    pub tomorrow: &'static str,
    /// For one, a few and many days; `{{count}}` is their number.
    pub left: [&'static str; 3],
    /// The same for months.
    pub left_months: [&'static str; 3],
    /// The heading of the list of all topics, which the app does not have.
    pub topics: &'static str,
}

/// The words of a language.
pub(super) fn home_words(language: Language) -> &'static HomeWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

/// A number with its thousands apart: 1.234 or 1,234.
pub(super) fn number(value: usize, language: Language) -> String {
    let digits = value.to_string();
    let separator = if language == Language::Ro { '.' } else { ',' };
    let mut written = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            written.push(separator);
        }
        written.push(digit);
    }
    written
}

static RO: HomeWords = HomeWords {
    tabs: "Ce schimbări vezi",
    mine: "Ale mele",
    all: "Toate",
    greetings: [
        "Bun venit. <signin>Conectează-te</signin> și vezi ce te privește.",
        "Bună. <signin>Conectează-te</signin> ca să îți urmărești temele.",
        "Află la timp ce se schimbă. <signin>Conectează-te</signin>.",
        "Ne bucurăm că ești aici. <signin>Conectează-te</signin>.",
        "Fiecare schimbare, pe înțeles. <signin>Conectează-te</signin>.",
    ],
    visitor: ["Ce te privește?", "Alege; răspunsul vine pe loc."],
    roles: "Ce te privește",
    tiles: [
        ("Dau în chirie", "locuințe, camere"),
        ("Am o firmă", "SRL"),
        ("Lucrez ca PFA", "PFA, II, profesii"),
        ("Lucrez teren", "culturi, animale"),
        ("Am o locuință", "impozit, asigurare"),
    ],
    role_else: "Altceva",
    ask: "Vezi ce te privește și până când: câteva întrebări",
    role_else_text: ["{{count}} temă", "{{count}} teme", "{{count}} de teme"],
    nearest_duties: "Termenele apropiate ale tuturor",
    then: "Apoi, <day>{{date}}</day>: {{what}}",
    ahead: "Urmează",
    in_force: "Deja în vigoare",
    by_itself: "Fără nimic de făcut",
    by_itself_text: "Aceste schimbări se aplică singure.",
    by_itself_none: "Nicio dată anunțată.",
    read_more: "Citește mai mult",
    on_today: ["Termen astăzi,", "De astăzi,", "Se încheie astăzi,"],
    today: "astăzi",
    tomorrow: "mâine",
    left: ["{{count}} zi", "{{count}} zile", "{{count}} de zile"],
    left_months: ["{{count}} lună", "{{count}} luni", "{{count}} de luni"],
    topics: "Toate temele",
};

static EN: HomeWords = HomeWords {
    tabs: "Which changes you see",
    mine: "Mine",
    all: "All",
    greetings: [
        "Welcome. <signin>Sign in</signin> and see what concerns you.",
        "Hello. <signin>Sign in</signin> to follow your topics.",
        "Hear about changes in time. <signin>Sign in</signin>.",
        "Good to see you. <signin>Sign in</signin> to keep what matters.",
        "Every change in plain words. <signin>Sign in</signin>.",
    ],
    visitor: ["What concerns you?", "Choose; the answer comes at once."],
    roles: "What concerns you",
    tiles: [
        ("I rent out", "homes, rooms"),
        ("I have a firm", "SRL"),
        ("I’m self-employed", "PFA, professions"),
        ("I farm", "crops, animals"),
        ("I own a home", "tax, insurance"),
    ],
    role_else: "Something else",
    ask: "See what concerns you, and by when: a few questions",
    role_else_text: ["{{count}} topic", "{{count}} topics", "{{count}} topics"],
    nearest_duties: "Everyone’s next deadlines",
    then: "Then, <day>{{date}}</day>: {{what}}",
    ahead: "Coming up",
    in_force: "Already in force",
    by_itself: "Nothing for you to do",
    by_itself_text: "These changes apply by themselves.",
    by_itself_none: "No date announced.",
    read_more: "Read more",
    on_today: ["Due today,", "From today,", "Ends today,"],
    today: "today",
    tomorrow: "tomorrow",
    left: ["{{count}} day left", "{{count}} days left", "{{count}} days left"],
    left_months: ["{{count}} month left", "{{count}} months left", "{{count}} months left"],
    topics: "All topics",
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    macro_rules! texts {
        ($language:literal) => {
            [
                include_str!(concat!("../../../../ui/src/i18n/locales/", $language, "/home.json")),
                include_str!(concat!("../../../../ui/src/i18n/locales/", $language, "/feed.json")),
                include_str!(concat!("../../../../ui/src/i18n/locales/", $language, "/dates.json")),
            ]
            .map(|text| serde_json::from_str::<Value>(text).expect("JSON"))
        };
    }

    #[test]
    fn home_has_the_words_of_the_app() {
        for (language, [home, feed, dates]) in [(Language::Ro, texts!("ro")), (Language::En, texts!("en"))] {
            let words = home_words(language);
            let same = |texts: &Value, names: &[&str], written: &[&str]| {
                let found: Vec<_> = names.iter().map(|name| texts[*name].as_str().unwrap_or(name)).collect();
                assert_eq!(found, written);
            };
            same(&home["greeting"]["signed_out"], &["v0", "v1", "v2", "v3", "v4"], &words.greetings);
            same(&home, &["read_more", "all_topics"], &[words.read_more, words.topics]);
            same(&feed, &["tabs", "mine", "all"], &[words.tabs, words.mine, words.all]);
            same(&feed, &["visitor_title", "visitor_text"], &words.visitor);
            same(&feed, &["roles", "role_else"], &[words.roles, words.role_else]);
            same(&feed, &["ask"], &[words.ask]);
            for (role, (name, text)) in ["rent", "firm", "pfa", "land", "home"].into_iter().zip(words.tiles) {
                same(&feed, &[&format!("role_{role}"), &format!("role_{role}_text")], &[name, text]);
            }
            same(&feed, &["nearest_duties", "then", "ahead"], &[words.nearest_duties, words.then, words.ahead]);
            same(&feed, &["in_force"], &[words.in_force]);
            same(&feed, &["by_itself", "by_itself_text"], &[words.by_itself, words.by_itself_text]);
            same(&feed, &["by_itself_none"], &[words.by_itself_none]);
            same(&dates, &["due_today", "starts_today", "ends_today"], &words.on_today);
            same(&dates, &["today", "tomorrow"], &[words.today, words.tomorrow]);
            let few = if language == Language::Ro { "few" } else { "other" };
            let forms = |name: &str| ["one", few, "other"].map(|form| format!("{name}_{form}"));
            same(&feed, &forms("role_else_text").each_ref().map(String::as_str), &words.role_else_text);
            same(&dates, &forms("left").each_ref().map(String::as_str), &words.left);
            same(&dates, &forms("left_months").each_ref().map(String::as_str), &words.left_months);
        }
    }

    #[test]
    fn numbers_have_their_thousands_apart() {
        assert_eq!([7, 978].map(|value| number(value, Language::Ro)).join(" "), "7 978");
        assert_eq!((number(1234, Language::Ro), number(1_234_567, Language::En)), ("1.234".into(), "1,234,567".into()));
    }
}
