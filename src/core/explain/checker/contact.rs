//! Links, addresses, telephone numbers and bank accounts in a text.

use std::ops::Range;

/// Beginnings of addresses, and Markdown of links and images.
const MARKS: &[&str] = &["http:", "https:", "ftp:", "www.", "mailto:", "tel:", "](", "!["];
/// Ends of names of hosts.
const DOMAINS: &[&str] = &[
    "ro", "com", "eu", "net", "org", "info", "gov", "example", "io", "biz", "online", "site", "shop", "app", "me",
    "xyz", "top", "md", "test", "dev", "live", "store",
];
/// Letters and digits of the shortest and the longest account number.
const ACCOUNT: std::ops::RangeInclusive<usize> = 15..=34;

/// Returns the places of everything that leads a reader elsewhere.
pub(super) fn contacts(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for word in words(text) {
        let is_address =
            |it: &str| MARKS.iter().any(|mark| it.to_lowercase().contains(mark)) || is_mail(it) || is_host(it);
        if is_address(&text[word.clone()]) {
            found.push(word);
        }
    }
    found.extend(accounts(text));
    found.extend(telephones(text));
    found
}

/// The words between blanks.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let start_of = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_whitespace().map(move |word| start_of(word)..start_of(word) + word.len())
}

fn is_mail(word: &str) -> bool {
    let Some((name, host)) = word.split_once('@') else { return false };
    name.ends_with(char::is_alphanumeric) && host.starts_with(char::is_alphanumeric)
}

/// Whether a word is the name of a host: `anaf.ro`, `plata.example/card`.
fn is_host(word: &str) -> bool {
    let host = word.split(['/', '?', ':']).next().unwrap_or_default();
    let host = host.trim_matches(|c: char| !c.is_alphanumeric());
    let Some((name, end)) = host.rsplit_once('.') else { return false };
    DOMAINS.contains(&end.to_lowercase().as_str()) && name.chars().filter(|c| c.is_alphabetic()).count() > 1
}

/// International bank account numbers, in one piece or in groups of four.
fn accounts(text: &str) -> Vec<Range<usize>> {
    let all: Vec<_> = words(text).collect();
    let mut found = Vec::new();
    for (at, first) in all.iter().enumerate() {
        let begins = |it: &str| {
            let bytes = it.as_bytes();
            bytes.len() >= 4
                && bytes[..2].iter().all(u8::is_ascii_uppercase)
                && bytes[2..4].iter().all(u8::is_ascii_digit)
        };
        if !begins(&text[first.clone()]) {
            continue;
        }
        let part = |range: &Range<usize>| text[range.clone()].trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_part =
            |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        let run: Vec<_> = all[at..].iter().take_while(|range| is_part(part(range))).collect();
        let length: usize = run.iter().map(|range| part(range).len()).sum();
        if let Some(last) = run.last().filter(|_| ACCOUNT.contains(&length)) {
            found.push(first.start..last.end);
        }
    }
    found
}

/// Telephone numbers of Romania: ten digits from 0, or from +40.
fn telephones(text: &str) -> Vec<Range<usize>> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '.' | '-' | '+' | '/');
    let mut found = Vec::new();
    let mut at = 0;
    for run in text.split(|c: char| !is_part(c)) {
        let start = at;
        at += run.len() + text[at + run.len()..].chars().next().map_or(0, char::len_utf8);
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        let is_number =
            (digits.len() == 10 && digits.starts_with("0")) || (digits.len() == 11 && digits.starts_with("40"));
        if is_number {
            found.push(start..start + run.len());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_leads_elsewhere_is_found() {
        for text in [
            "Plătește pe https://anaf-plati.example/card.",
            "Vezi [aici](http://x.example).",
            "![formular](f.png)",
            "Scrie la plati@anaf.example!",
            "Intră pe www.anaf.ro",
            "Intră pe anaf-plati.ro/card",
            "Contul RO49AAAA1B31007593840000.",
            "Contul RO49 AAAA 1B31 0075 9384 0000.",
            "Sună la 0722 123 456.",
            "Sună la +40 722 123 456.",
        ] {
            assert_eq!(contacts(text).len(), 1, "{text}");
        }
        for text in [
            "art. 5 alin. (2) lit. a)",
            "nr. 227/2015",
            "S.R.L. și P.F.A.",
            "de 10.000 de lei.Apoi plătești",
            "A.N.A.F.",
        ] {
            assert!(contacts(text).is_empty(), "{text}");
        }
    }
}
