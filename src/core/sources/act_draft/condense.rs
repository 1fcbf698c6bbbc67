//! A sentence of an act without its references: what is left says what changes.

use super::reference_words::{ACTS, BETWEEN, FORMS, GENERIC, LINKS, NAMELESS, UNITS};
use super::verbs::main_verb;

/// Words with which the name of an act goes on after its number.
const NAMES: &[&str] = &["privind ", "pentru ", "referitoare la ", "referitor la ", "cu privire la "];
/// Bytes of the longest name of an act.
const LONGEST_NAME: usize = 700;

/// The sentence without references to provisions, the long names of acts, and what "după caz" and "denumit în
/// continuare" say.
pub(super) fn condense(sentence: &str) -> String {
    let mut kept = String::with_capacity(sentence.len());
    let mut at = 0;
    while at < sentence.len() {
        let rest = &sentence[at..];
        let begins = at == 0 || sentence[..at].ends_with([' ', '(']);
        match begins.then(|| left_out(rest, &kept)).flatten() {
            Some(length) => {
                drop_after(&mut kept, &rest[length..]);
                at += length;
                // One of two spaces goes with what stood between them.
                at += if kept.ends_with(' ') || kept.is_empty() { spaces(&sentence[at..]) } else { 0 };
                // The comma behind the form of an act closes what its first comma opened, and parts no verb from its subject.
                let is_form = rest[..length].contains(", ") || form_of_act(rest).is_some();
                let after = sentence[at..].trim_start().strip_prefix(", ").filter(|_| is_form && !kept.ends_with(','));
                if let Some(after) = after.filter(|after| main_verb(word(after)) == Some(0)) {
                    at = sentence.len() - after.len() - 1;
                }
                // An aside goes with both its commas; the one after a short name also ends the part before it.
                let ends_part = rest.starts_with("denumit");
                if kept.trim_end().ends_with(',') && sentence[at..].trim_start().starts_with([',', ';', '.', ':']) {
                    let length = kept.trim_end_matches([' ', ',']).len();
                    kept.truncate(length);
                    at += if !ends_part && sentence[at..].trim_start().starts_with(',') {
                        sentence[at..].find(',').map_or(0, |it| it + 1)
                    } else {
                        spaces(&sentence[at..])
                    };
                }
            }
            None => {
                let length = rest.chars().next().map_or(1, char::len_utf8);
                kept.push_str(&rest[..length]);
                at += length;
            }
        }
    }
    tidy(&kept)
}

/// Bytes at the beginning of `rest` to leave out after the words that are kept.
fn left_out(rest: &str, kept: &str) -> Option<usize> {
    // "cei prevăzuți la art. 5", "persoanele prevăzute la art. 5": the reference is all that says which.
    let is_all = || {
        let last = kept.trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
        GENERIC.contains(&last.as_str())
    };
    // The title of an act whose reference stays.
    let named = || {
        let is_numbered = kept.ends_with(' ') && kept.trim_end().ends_with(|c: char| c.is_ascii_digit());
        is_numbered.then(|| title(rest)).filter(|length| *length > 0)
    };
    dropped(rest).filter(|_| !is_all()).or_else(named)
}

/// Removes the space that what is dropped leaves before a stop.
fn drop_after(kept: &mut String, after: &str) {
    if after.is_empty() || after.trim_start().starts_with([',', ';', '.', ':', ')']) {
        let length = kept.trim_end().len();
        kept.truncate(length);
    }
}

fn tidy(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = without_bare_lead(&words.replace(" ,", ",")).to_owned();
    let words = words.replace(" ,", ",").replace(" ;", ";").replace(",,", ",").replace("()", "").replace(" )", ")");
    words.trim_matches([' ', ',', ';']).to_owned()
}

/// A sentence without a beginning of which only a preposition and a noun are left: "În situația, beneficiarii depun".
fn without_bare_lead(words: &str) -> &str {
    const NOUNS: [&str; 8] = [
        "În situația", "În situațiile", "În cazul", "În cazurile", "În termenul", "În condițiile", "Pentru situația",
        "Pentru situațiile",
    ];
    let rest = NOUNS.iter().find_map(|noun| words.strip_prefix(noun)?.strip_prefix(", "));
    rest.unwrap_or(words)
}

fn spaces(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

/// Bytes at the beginning of this text that can be left out.
fn dropped(rest: &str) -> Option<usize> {
    if let Some(length) = form_of_act(rest) {
        return Some(length);
    }
    if let Some(after) = ["după caz", "*)"].iter().find_map(|words| rest.strip_prefix(words)) {
        return Some(rest.len() - after.len());
    }
    if rest.starts_with("denumit") && rest.split(' ').take(3).last() == Some("continuare") {
        // The stops of "Regulamentul (UE) 2023/2.844" are no ends.
        let closes = rest.find(')').filter(|at| !rest[..*at].contains('('));
        let stops = [", ", "; ", ". "].iter().filter_map(|stop| rest.find(stop));
        return Some(stops.chain(closes).min().unwrap_or(rest.trim_end_matches('.').len()));
    }
    let link = LINKS.iter().filter(|link| rest.starts_with(**link)).max_by_key(|link| link.len())?;
    let length = reference(&rest[link.len()..]);
    (length > 0).then_some(link.len() + length)
}

/// Bytes of the reference to provisions or acts with which a text begins; 0 without one.
fn reference(text: &str) -> usize {
    if let Some(words) = NAMELESS.iter().find(|words| text.starts_with(**words) && ends_word(&text[words.len()..])) {
        return words.len();
    }
    let (mut at, mut end) = (0, 0);
    while let Some((length, is_end)) = part_of_reference(&text[at..], end > 0) {
        // What is left of a title would be read as part of the sentence.
        if has_open_title(&text[at..]) {
            return 0;
        }
        at += length;
        end = if is_end { at } else { end };
        // A comma or a space goes on with the list of references.
        let gap = text[at..].len() - text[at..].trim_start_matches([' ', ',']).len();
        if gap == 0 {
            break;
        }
        at += gap;
    }
    end
}

/// Bytes of the next part of a reference, and whether a reference may end with it. Labels and the words between them
/// need a part before them.
fn part_of_reference(rest: &str, has_begun: bool) -> Option<(usize, bool)> {
    const ORDINALS: [&str; 5] = ["a", "doua", "treia", "II-a", "III-a"];
    let word = word(rest);
    let bare = word.trim_end_matches([',', ';']);
    if ACTS.contains(&bare) {
        return act(rest).map(|length| (length, true));
    }
    // "legea penală" has a name of its own.
    let is_nameless = |words: &&&str| rest.strip_prefix(**words).is_some_and(ends_word);
    let nameless = NAMELESS.iter().filter(is_nameless).map(|words| words.len()).max();
    if let Some(length) = nameless {
        return Some((length, true));
    }
    if UNITS.contains(&bare) {
        let labels = labels(&rest[word.len()..]);
        return (labels > 0).then_some((word.len() + labels, true));
    }
    let is_part = is_label(bare) || ORDINALS.contains(&bare);
    (has_begun && !bare.is_empty() && (is_part || BETWEEN.contains(&bare))).then_some((bare.len(), is_part))
}

/// Bytes of the labels after the name of a unit, with the space before them.
fn labels(text: &str) -> usize {
    let trimmed = text.trim_start_matches(' ');
    let trimmed = trimmed.strip_prefix("nr. ").unwrap_or(trimmed);
    let word = word(trimmed);
    let bare = word.trim_end_matches([',', ';', '.', ':']);
    if is_label(bare) { text.len() - trimmed.len() + bare.len() } else { 0 }
}

fn is_label(word: &str) -> bool {
    let inner = word.trim_matches(['(', ')']);
    // "c)-c^2)" loses its last bracket.
    let is_end =
        |part: &str| is_label(part.trim_matches(['(', ')'])) || is_label(&format!("{})", part.trim_matches(')')));
    let is_range = inner.contains(['-', '–']) && inner.split(['-', '–']).all(is_end);
    let is_number = inner.starts_with(|c: char| c.is_ascii_digit())
        && inner.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '^' | '.'));
    let is_letter = word.ends_with(')') && inner.chars().count() <= 4 && !inner.is_empty();
    let is_roman = !inner.is_empty() && inner.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | 'L'));
    is_range || is_number || is_letter || is_roman
}

/// Bytes of the name of an act: to its number and year, and its title where a comma or the end of the text ends it.
fn act(text: &str) -> Option<usize> {
    let near = text.get(..text.floor_char_boundary(90)).unwrap_or_default();
    let slash = near.find('/')?;
    let digits = near[slash + 1..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(near.len() - slash - 1);
    if digits == 0 || near[..slash].contains([',', ';']) {
        return None;
    }
    let mut end = slash + 1 + near[slash + 1..slash + 1 + digits].trim_end_matches('.').len();
    let suffix =
        text[end..].strip_prefix('/').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_uppercase).count());
    end += if suffix > 0 { suffix + 1 } else { 0 };
    end += european(&text[end..]);
    end += title(&text[end..]);
    while let Some(length) = form_after(&text[end..]) {
        end += length;
    }
    Some(end)
}

/// Whether a text begins with the name of an act whose title has no known end.
fn has_open_title(text: &str) -> bool {
    let is_act = ACTS.contains(&word(text).trim_end_matches([',', ';']));
    let after = act(text).filter(|_| is_act).map(|length| text[length..].trim_start());
    after.is_some_and(|after| NAMES.iter().any(|words| after.starts_with(words)))
}

/// Bytes of " al Parlamentului European și al Consiliului din 20 mai 2015" after the number of an act.
fn european(text: &str) -> usize {
    let begins =
        [" al Parlamentului", " a Parlamentului", " al Consiliului", " a Consiliului", " al Comisiei", " a Comisiei"];
    if !begins.iter().any(|words| text.starts_with(words)) {
        return 0;
    }
    let near = &text[..text.floor_char_boundary(110)];
    let digits = |at: &usize| near[*at..].bytes().take_while(u8::is_ascii_digit).count() == 4;
    near.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).find(digits).map_or(0, |at| at + 4)
}

/// Bytes of the title after the number of an act.
fn title(text: &str) -> usize {
    let trimmed = text.trim_start_matches(' ');
    if !NAMES.iter().any(|words| trimmed.starts_with(words)) {
        return 0;
    }
    let limit = trimmed.floor_char_boundary(LONGEST_NAME);
    // Only a title that a form of the act ends is known to end there.
    let ends = FORMS.iter().filter_map(|form| trimmed[..limit].find(&format!(", {form}")));
    let spaced = FORMS.iter().filter_map(|form| trimmed[..limit].find(&format!(" , {form}")));
    ends.chain(spaced).min().map_or(0, |end| text.len() - trimmed.len() + end)
}

/// Bytes of ", republicată" and the like.
fn form_after(text: &str) -> Option<usize> {
    let trimmed = text.trim_start_matches([' ', ',']);
    let gap = text.len() - trimmed.len();
    form_of_act(trimmed).filter(|_| gap > 0).map(|length| gap + length)
}

/// Bytes of the words that say which form of an act is meant.
fn form_of_act(text: &str) -> Option<usize> {
    let form = FORMS.iter().find(|form| text.starts_with(**form) && ends_word(&text[form.len()..]))?;
    let after = &text[form.len()..];
    if !form.ends_with("prin") {
        return Some(form.len());
    }
    let trimmed = after.trim_start();
    act(trimmed).map(|length| form.len() + after.len() - trimmed.len() + length)
}

fn word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn ends_word(text: &str) -> bool {
    !text.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
