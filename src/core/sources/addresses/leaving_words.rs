//! The words of columns about leaving, in English and Romanian, and the forms of their dates.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use crate::domain::mailing::SuppressionReason;
use crate::domain::text::fold;

/// Beginnings of words about addresses that must not get mail.
const ASKED: &str = "unsub nonsub optout optedout blocklist blacklist denylist blocked banned suppress disabled \
    deactivat inactiv deleted remove archived cancelled canceled exclud declined denied refused revoked withdrawn \
    unwanted objected objection forbid prohibit dnc dezabon neabon dezactiv dezinscri blocat retras retrag pleca sters \
    eliminat arhivat anulat cancelat exclus refuz oprit renunt iesit interzi opozit obiectie neagra stop quarantin \
    nomail noemail nonewsletter donot";
const BOUNCED: &str = "bounce cleaned undeliver invalid hard reject respins returnat nelivra";
const COMPLAINT: &str = "complain spam junk abuse reclamat plangere";
/// Words of values about addresses that may get mail; in names they have other meanings too.
const GRANTED: &str = "granted given explicit express implied implicit normal deliverable";
/// Words about addresses that get mail; a Romanian one may have the feminine ending.
const SUBSCRIBED: &str = "subscribed subscriber active enabled optin optedin accepted valid ok abonat activ inscris \
    acceptat acord consent consimtamant";
const CONFIRMED: &str = "confirmed verified validated confirmat verificat validat";
/// Beginnings of words about addresses that were never confirmed.
const UNCONFIRMED: &str = "pending unconfirm unactiv neconfirm unverif neverific await astept transactional";
/// Words of [`SUBSCRIBED`] that mean the same in a column about leaving; "active" there may be the leaving itself.
const SUBSCRIBER: &str = "subscribed subscriber optin optedin abonat inscris";
/// A temporary bounce does not end a subscription.
const TEMPORARY: &str = "soft temporary temporarily temporar";
const NOT: &str = "not non nu never no ne fara without former formerly fost fosta ex niciodata dont don isn doesn won";
/// Words of values that add nothing to those of a subscribed address. "Was" is none of them.
const AFFIRM: &str = "is are este e sunt email emails mail mailing marketing newsletter newsletters list user contact \
    member this the to by la de cu double single yes da status";
/// Words of agreement in names.
const AGREE: &str = "accept accepts accepta primeste primesc primi primeasca receive receives gdpr consent \
    consimtamant acord permission permisiune given granted acordat";
/// Words of a wish.
const WISH: &str = "doresc doreste dori vrea vreau want wants agree agrees agreed interested interesat";
/// Words of a permission.
const MAY: &str = "allow allows allowed permite can may poate pot ok send trimite trimiteti";
/// What people want or not, beside a word of [`WISH`] or [`MAY`].
const MAILS: &str = "newsletter newsletters email emails emailed emailuri mailuri mail mails mailed mailing marketing \
    gdpr contact contacted contactare contactat comunicari communications mesaje messages oferte offers promotii \
    promotions noutati news updates";
/// Words beside those of agreement that do not change it.
const OBJECTS: &str = "comerciale commercial promotional promotionale electronice electronic prelucrarea prelucrare \
    datelor personale processing data";
/// Words of names that hold "yes" for a subscriber, if they stand alone.
const JOINING: &str = "subscription subscribe subscribes signup abonare aboneaza abonez inscriere emailable mailable \
    marketable contactable";
/// What a name with "not" forbids: "Do not send", "Nu trimite".
const SEND: &str = "do trimite trimiteti trimis send bulk market contacta contactati deranja deranjati";
/// Beginnings of words that say in any column that an address has left. "Unsubscribe" may be a link or a topic.
const PLAIN: &str = "unsubscribed nonsub nomail dezabonat dezabonare dezinscris neabonat optedout optout blocklisted \
    blacklisted suppressed undeliverable complained hardbounce";
const STATUS: &str = "status state stare starea statut situatie situatia";
/// Words beside [`STATUS`] in the name of a column.
const STATUS_OF: &str = "subscription subscriber list opt optin account cont permission consent gdpr";
/// Beginnings of such words.
const STATUS_OF_A: &str = "abonat abonar abonament";
/// Words of names that add nothing.
const FILLERS: &str = "is has was are este e email emails mail mailing marketing newsletter newsletters user contact \
    member this the of to from in by la de did global manually sunt am da does emailuri mailuri yes y n true false 1 0 \
    i me us be would like list lista mai se sa s a ca cu ma mi";
/// Words for people in names.
const PEOPLE: &str = "customer customers client clienti buyer subscriber abonat abonatul";
/// Words of names that hold a date.
const DATES: &str = "at on date time datetime timestamp data ora din";
/// Words of names that hold the cause of leaving.
const BECAUSE: &str = "reason campaign comment note motiv motivul title";
/// Words of names that say nothing about leaving, such as `unsubscribe_url` or `bounce_count`.
const OTHER: &str = "url link token hash ip id uuid page count counts number nr rate total soft score days plan";
const NOTHING: &str = "- -- null \\n none n/a na nan undefined";
const YES: &str = "yes y true t 1 da on adevarat";
const NO: &str = "no n false f 0 nu off fals";
/// Marks of a form or a spreadsheet.
const MARKS: &str = "x ✓ ✔ ☑ ✗";
const MONTHS: &str = "jan feb mar apr may jun jul aug sep oct nov dec ian mai iun iul noi";

/// What "yes", "no" and a date in a column mean.
// docs/decisions/0261
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnMeaning {
    /// Only words have a meaning.
    Status,
    /// "Yes" is a subscribed address.
    Subscribed,
    /// "No" was never confirmed.
    Confirmed,
    /// "Yes" was never confirmed.
    Unconfirmed,
    /// "Yes" has left, for this reason.
    Left(SuppressionReason),
    /// Any text has left: the cause, or the campaign.
    LeftBecause(SuppressionReason),
}

/// What a value means in a column of any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueMeaning {
    Subscribed,
    Unconfirmed,
    Left(SuppressionReason),
}

/// Returns what the name of a column says about its values; `None` for a column about something else.
pub(super) fn of_column(name: &str) -> Option<ColumnMeaning> {
    use SuppressionReason::{Asked, Bounced, Complaint};
    let name = words(name);
    let has = |known: &str| name.iter().any(|word| is_in(word, known));
    let adds = |word: &&str| !is_in(word, FILLERS) && !is_in(word, DATES) && !is_in(word, NOT);
    let core: Vec<&str> = name.iter().map(String::as_str).filter(adds).collect();
    // "Dezabonat (da/nu)" shows the values, "Subscriber No" is a number.
    let shows_values = has("da yes y") && has("nu no n");
    let is_number = name.len() > 1 && name.last().is_some_and(|word| word == "no");
    let is_not = has(NOT) && !shows_values;
    if has(OTHER)
        || name.iter().any(|word| word.strip_suffix("count").and_then(left).is_some())
        || (is_number && !shows_values)
    {
        return None;
    }
    // A wish; "not spam" is a judgement.
    if name.windows(2).any(|pair| is_in(&pair[0], "no nu fara never without") && is_in(&pair[1], "spam junk")) {
        return Some(ColumnMeaning::Left(Asked));
    }
    let reason = name.iter().find_map(|word| left(word)).or(match core.as_slice() {
        ["left" | "leaving" | "hold"] | ["temp" | "temporary", "hold"] => Some(Asked),
        ["clean"] => Some(Bounced),
        _ => None,
    });
    if let Some(reason) = reason {
        return match reason {
            // The last bounce may be a temporary one.
            Bounced | Complaint if has("last") => None,
            Asked | Complaint if has(BECAUSE) => Some(ColumnMeaning::LeftBecause(reason)),
            Bounced if has(BECAUSE) && has("hard") => Some(ColumnMeaning::LeftBecause(reason)),
            Complaint if is_not => None,
            Asked | Bounced if is_not => Some(ColumnMeaning::Subscribed),
            reason => Some(ColumnMeaning::Left(reason)),
        };
    }
    if has(STATUS) && !has(DATES) && core.iter().all(|word| is_of_status(word)) {
        return Some(ColumnMeaning::Status);
    }
    of_will(&name, &core, is_not)
}

fn is_of_status(word: &str) -> bool {
    is_in(word, STATUS) || is_in(word, STATUS_OF) || begins(word, STATUS_OF_A)
}

/// What a name says about the will of an address: "Accepts marketing", "Nu doresc newsletter", "confirmed".
fn of_will(name: &[String], core: &[&str], is_not: bool) -> Option<ColumnMeaning> {
    let has = |known: &str| name.iter().any(|word| is_in(word, known));
    let without_people = || core.iter().filter(|word| !is_in(word, PEOPLE));
    let is_wish = |word: &&&str| {
        is_in(word, AGREE) || (is_in(word, WISH) && (has(MAILS) || is_not)) || (is_in(word, MAY) && has(MAILS))
    };
    let is_wish_or_object = |word: &&str| is_wish(&word) || is_in(word, OBJECTS) || is_in(word, MAILS);
    let is_unconfirmed = |word: &&str| begins(word, UNCONFIRMED);
    let wants = match core {
        [] if is_not => has(MAILS),
        [] => has("newsletter newsletters marketing"),
        core if is_not && core.iter().all(|word| is_in(word, SEND)) => true,
        [word] if is_one_of(word, SUBSCRIBED) || is_in(word, JOINING) => true,
        ["double", "optin"] => return Some(ColumnMeaning::Confirmed),
        [word] if is_one_of(word, CONFIRMED) || *word == "confirm" => {
            return Some(if is_not { ColumnMeaning::Unconfirmed } else { ColumnMeaning::Confirmed });
        }
        core if !is_not
            && core.iter().any(is_unconfirmed)
            && core.iter().all(|word| is_unconfirmed(word) || is_one_of(word, SUBSCRIBED)) =>
        {
            return Some(ColumnMeaning::Unconfirmed);
        }
        _ => without_people().any(|word| is_wish(&word)) && without_people().all(is_wish_or_object),
    };
    let meaning = if is_not { ColumnMeaning::Left(SuppressionReason::Asked) } else { ColumnMeaning::Subscribed };
    wants.then_some(meaning)
}

/// Whether the name says that the column holds dates, so that an empty cell says nothing.
pub(super) fn names_a_date(name: &str) -> bool {
    words(name).iter().any(|word| is_in(word, DATES))
}

/// Returns the meaning of a value's words in a column; `None` if they have none.
pub(super) fn of_value(words: &[String], column: ColumnMeaning) -> Option<ValueMeaning> {
    use SuppressionReason::{Asked, Bounced, Complaint};
    let is_not = words.iter().any(|word| is_in(word, NOT));
    let has = |known: &str| words.iter().any(|word| is_one_of(word, known));
    if is_not_at_start(words) {
        return Some(ValueMeaning::Left(Asked));
    }
    let unless_negated = |meaning| (!is_not).then_some(meaning);
    let is_bounce = |word: &str| word.starts_with("bounce");
    let is_soft =
        has(TEMPORARY) && (column == ColumnMeaning::Left(Bounced) || words.iter().any(|word| is_bounce(word)));
    let softened = |word: &str| is_soft && (is_bounce(word) || is_one_of(word, TEMPORARY));
    if let Some(reason) = words.iter().filter(|word| !softened(word)).find_map(|word| left(word)) {
        return unless_negated(ValueMeaning::Left(reason));
    }
    if words.iter().any(|word| begins(word, UNCONFIRMED)) {
        return unless_negated(ValueMeaning::Unconfirmed);
    }
    let is_affirmed = words.iter().all(|word| {
        softened(word) || [SUBSCRIBED, GRANTED, WISH, CONFIRMED, AFFIRM].into_iter().any(|known| is_one_of(word, known))
    });
    let is_clear = !matches!(column, ColumnMeaning::Left(Asked | Complaint)) || has(SUBSCRIBER);
    match (has(CONFIRMED), [SUBSCRIBED, GRANTED, WISH].into_iter().any(has)) {
        _ if !is_clear => None,
        (true, _) if is_not => Some(ValueMeaning::Unconfirmed),
        (false, true) if is_not => Some(ValueMeaning::Left(Asked)),
        (false, false) if !is_soft || is_not => None,
        _ => is_affirmed.then_some(ValueMeaning::Subscribed),
    }
}

/// Whether a cell of a column about something else says that its address has left, such as the tags `vip, unsubscribed`.
pub(super) fn says_left(column: &str, cell: &str) -> bool {
    let is_link = |text: &&str| text.contains("://") || text.contains('@');
    let text = cell.split_whitespace().filter(|text| !is_link(text)).collect::<Vec<_>>().join(" ");
    // Buttondown's "type" is a status.
    let is_type = matches!(words(column).as_slice(), [name] if is_in(name, "type tip"));
    text.split([',', ';', '|']).any(|part| {
        let part = words(part);
        let has = |known: &str| part.iter().any(|word| is_one_of(word, known));
        let is_no = has(NOT) && has("subscriber subscribed abonat newsletter newsletters");
        let is_about_mail = has(MAILS) || has("send contact trimite trimiteti");
        let forbids = is_about_mail && part.len() <= 4 && is_not_at_start(&part);
        let is_bounced = has("bounced") && !has(TEMPORARY);
        let says = part.iter().any(|word| begins(word, PLAIN) || word == "unsub") || is_bounced;
        let is_left =
            is_type && !matches!(of_value(&part, ColumnMeaning::Status), None | Some(ValueMeaning::Subscribed));
        says || (is_no && part.len() <= 4) || forbids || is_left
    })
}

/// "Do not email", "Nu mai trimite".
fn is_not_at_start(words: &[String]) -> bool {
    let mut words = words.iter().map(String::as_str).filter(|word| *word != "mai");
    match (words.next(), words.next()) {
        (Some("do"), Some(second)) => second == "not",
        (Some("nu"), Some(second)) => is_in(second, SEND),
        _ => false,
    }
}

pub(super) fn is_nothing(folded: &str) -> bool {
    folded.is_empty() || is_in(folded, NOTHING) || folded.starts_with("0000-00-00")
}

pub(super) fn is_yes(folded: &str) -> bool {
    is_in(folded, YES)
}

pub(super) fn is_no(folded: &str) -> bool {
    is_in(folded, NO)
}

pub(super) fn is_mark(cell: &str) -> bool {
    is_in(&cell.to_lowercase(), MARKS)
}

fn left(word: &str) -> Option<SuppressionReason> {
    use SuppressionReason::{Asked, Bounced, Complaint};
    let reasons = [(ASKED, Asked), (BOUNCED, Bounced), (COMPLAINT, Complaint)];
    reasons.into_iter().find(|(beginnings, _)| begins(word, beginnings)).map(|(_, reason)| reason)
}

fn is_in(word: &str, known: &str) -> bool {
    known.split_whitespace().any(|it| it == word)
}

fn begins(word: &str, beginnings: &str) -> bool {
    beginnings.split_whitespace().any(|beginning| word.starts_with(beginning))
}

/// Whether it is one of these words, or its Romanian feminine.
fn is_one_of(word: &str, known: &str) -> bool {
    is_in(word, known) || word.strip_suffix('a').is_some_and(|stem| is_in(stem, known))
}

/// The folded words of a name or value: `IsUnsubscribed`, `E-mail 1`, `opt_out` and `Opted out` are `is unsubscribed`,
/// `email 1`, `optout` and `optedout`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut was_small = false;
    for letter in text.chars() {
        if was_small && letter.is_uppercase() {
            spaced.push(' ');
        }
        was_small = letter.is_lowercase();
        spaced.push(letter);
    }
    let mut words: Vec<String> = vec![];
    for word in fold(&spaced).split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let is_one_word = |before: &&mut String| match before.as_str() {
            "e" => word == "mail",
            "opt" | "opted" => word == "in" || word == "out",
            "un" | "non" => word.starts_with("sub"),
            "black" | "block" | "deny" => word.starts_with("list"),
            _ => false,
        };
        match words.last_mut().filter(is_one_word) {
            Some(before) => before.push_str(word),
            None => words.push(word.to_owned()),
        }
    }
    words
}

/// Whether a folded text is a date or an instant in one of the usual forms, also as seconds since 1970.
pub(super) fn is_date(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits == text.len() {
        return matches!(digits, 8 | 10 | 13);
    }
    let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    let letters: Vec<&str> = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|run| !run.is_empty()).collect();
    let is_year = |run: &&str| run.len() == 4 && (run.starts_with("19") || run.starts_with("20"));
    let has_month = letters.iter().any(|word| begins(word, MONTHS));
    (numbers.iter().any(is_year) || numbers.len() >= 3)
        && (digits >= 6 || (digits >= 5 && has_month))
        && letters.iter().all(|word| word.len() <= 4 || begins(word, MONTHS))
}

/// The instant of a date in one of the forms that have one meaning only.
pub(super) fn instant(cell: &str) -> Option<Timestamp> {
    let utc = |at: DateTime| at.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
    let day = |day: Date| utc(day.at(0, 0, 0, 0));
    let is_seconds = cell.len() == 10 && cell.bytes().all(|byte| byte.is_ascii_digit());
    if is_seconds {
        return Timestamp::from_second(cell.parse().ok()?).ok();
    }
    let whole =
        cell.parse().ok().or_else(|| cell.parse().ok().and_then(utc)).or_else(|| cell.parse().ok().and_then(day));
    // PostgreSQL writes "2025-01-11 10:00:00.000000+00".
    whole.or_else(|| cell.get(..19).and_then(|start| start.parse().ok()).and_then(utc))
}
