//! License expressions of SPDX, with the slash of old manifests.

use std::collections::BTreeSet;

/// The licenses that apply when of each choice the first on the list is taken; `None` when the list allows no choice.
pub fn choose(expression: &str, allowed: &[String]) -> Option<BTreeSet<String>> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, allowed };
    let chosen = reader.alternatives();
    assert!(reader.words.is_empty(), "cannot read the license {expression}");
    chosen.map(|positions| positions.into_iter().map(|position| allowed[position].clone()).collect())
}

/// Positions on the list of allowed licenses.
type Chosen = Option<BTreeSet<usize>>;

struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl Reader<'_> {
    fn next_is(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        self.words = &self.words[usize::from(is_next)..];
        is_next
    }

    fn alternatives(&mut self) -> Chosen {
        let mut best = self.together();
        while self.next_is("OR") {
            let other = self.together();
            best = [best, other].into_iter().flatten().min_by_key(|chosen| chosen.last().copied());
        }
        best
    }

    fn together(&mut self) -> Chosen {
        let mut all = self.one();
        while self.next_is("AND") {
            let other = self.one();
            all = all.zip(other).map(|(all, other)| all.union(&other).copied().collect());
        }
        all
    }

    fn one(&mut self) -> Chosen {
        if self.next_is("(") {
            let inner = self.alternatives();
            assert!(self.next_is(")"), "a parenthesis is open");
            return inner;
        }
        let (name, rest) = self.words.split_first()?;
        self.words = rest;
        let name = match rest {
            ["WITH", exception, rest @ ..] => {
                self.words = rest;
                format!("{name} WITH {exception}")
            }
            _ => (*name).to_owned(),
        };
        let position = self.allowed.iter().position(|allowed| *allowed == name)?;
        Some(BTreeSet::from([position]))
    }
}

#[test]
fn the_first_allowed_choice_applies() {
    let allowed = ["Apache-2.0", "MIT", "ISC"].map(str::to_owned);
    let chosen = |expression| choose(expression, &allowed).map(|names| Vec::from_iter(names).join(" and "));
    for (expression, expected) in [
        ("MIT", Some("MIT")),
        ("MIT/Apache-2.0", Some("Apache-2.0")),
        ("GPL-3.0 OR MIT", Some("MIT")),
        ("GPL-3.0", None),
        ("MIT AND GPL-3.0", None),
        ("(MIT OR GPL-3.0) AND ISC", Some("ISC and MIT")),
        ("Apache-2.0 WITH LLVM-exception OR MIT", Some("MIT")),
    ] {
        assert_eq!(chosen(expression).as_deref(), expected, "{expression}");
    }
}
