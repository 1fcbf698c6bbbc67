//! Refused records, grouped by cause: a mistake in every line is one line of output.

use super::{Location, RecordProblem};

/// Distinct causes that are listed.
const MAX_CAUSES: usize = 50;
/// Locations listed for each cause.
const MAX_LOCATIONS: usize = 3;

/// Collects the problems of records.
pub struct Refusals {
    /// What a record is called, such as `line`.
    noun: &'static str,
    /// In the order of their first occurrence.
    groups: Vec<ProblemGroup>,
    /// Problems with causes beyond [`MAX_CAUSES`].
    omitted: usize,
}

/// Problems that differ only in the value.
struct ProblemGroup {
    cause: String,
    first: RecordProblem,
    locations: Vec<String>,
    count: usize,
}

impl Refusals {
    pub fn new(noun: &'static str) -> Self {
        Self { noun, groups: vec![], omitted: 0 }
    }

    pub fn add(&mut self, problem: RecordProblem, location: &Location) {
        let (cause, value) = cause(&problem);
        if let Some(group) = self.groups.iter_mut().find(|group| group.cause == cause) {
            group.count += 1;
            if group.locations.len() < MAX_LOCATIONS {
                let value = value.filter(|_| problem.wrong != group.first.wrong);
                let value = value.map_or_else(String::new, |value| format!(" with {value}"));
                group.locations.push(format!("{location}{value}"));
            }
        } else if self.groups.len() < MAX_CAUSES {
            self.groups.push(ProblemGroup { cause, first: problem, locations: vec![location.to_string()], count: 1 });
        } else {
            self.omitted += 1;
        }
    }

    /// One line for each cause.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.groups.iter().map(|group| group.line(self.noun)).collect();
        if self.omitted > 0 {
            lines.push(format!("{} {}s for other reasons", self.omitted, self.noun));
        }
        lines
    }
}

impl ProblemGroup {
    fn line(&self, noun: &str) -> String {
        let Self { first, locations, count, .. } = self;
        let listed = locations.join("; ");
        match count - locations.len() {
            0 if *count == 1 => format!("{listed}: {first}"),
            0 => format!("{count} {noun}s: {first} ({listed})"),
            more => format!("{count} {noun}s: {first} ({listed}; and {more} more)"),
        }
    }
}

/// The problem without its values, and the first value: quoted texts, numbers and dates.
fn cause(problem: &RecordProblem) -> (String, Option<String>) {
    let (field, _) = without_values(problem.field.as_deref().unwrap_or_default());
    let (wrong, value) = without_values(&problem.wrong);
    let (allowed, _) = without_values(&problem.allowed);
    (format!("{field}\n{wrong}\n{allowed}"), value)
}

fn without_values(text: &str) -> (String, Option<String>) {
    let (mut plain, mut first, mut rest) = (String::new(), None, text);
    while let Some(at) = rest.find(|c: char| c == '"' || c.is_ascii_digit()) {
        let value = &rest[at..];
        let length = match value.strip_prefix('"') {
            Some(inside) => closing_quote(inside).map_or(value.len(), |end| end + 2),
            None => value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.')).unwrap_or(value.len()),
        };
        plain.push_str(&rest[..at]);
        plain.push('#');
        first.get_or_insert_with(|| value[..length].to_owned());
        rest = &value[length..];
    }
    (plain + rest, first)
}

/// The end of a text that was printed in quotation marks, with escapes.
fn closing_quote(inside: &str) -> Option<usize> {
    let mut escaped = false;
    inside.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_of_a_problem_are_one_line_with_the_first_locations() {
        let mut refusals = Refusals::new("record");
        let problem = |wrong: &str| RecordProblem::of_field("topic", wrong, "use munca");
        for line in 1..=5 {
            refusals.add(problem("is \"x\""), &Location::line("a.csv", line));
        }
        refusals.add(problem("is missing"), &Location::line("a.csv", 6));
        assert_eq!(
            refusals.lines(),
            [
                "5 records: topic: is \"x\"; use munca (a.csv, line 1; a.csv, line 2; a.csv, line 3; and 2 more)",
                "a.csv, line 6: topic: is missing; use munca",
            ]
        );
    }

    #[test]
    fn one_cause_with_other_values_is_one_line() {
        let mut refusals = Refusals::new("line");
        for (line, day) in (1..=4).zip(["13.3.26", "14.3.26", "13.3.26", "15.3.26"]) {
            let allowed = format!("write it as 2026-03-{}", &day[..2]);
            refusals.add(
                RecordProblem::of_field("publish_date", format!("is {day:?}"), allowed),
                &Location::line("a.csv", line),
            );
        }
        for (index, line) in [(0, 7), (3, 8)] {
            let field = format!("domains[{index}]");
            refusals.add(RecordProblem::of_field(field, "is \"a \\\" 1\"", "x"), &Location::line("a.csv", line));
        }
        assert_eq!(
            refusals.lines(),
            [
                "4 lines: publish_date: is \"13.3.26\"; write it as 2026-03-13 \
                 (a.csv, line 1; a.csv, line 2 with \"14.3.26\"; a.csv, line 3; and 1 more)",
                "2 lines: domains[0]: is \"a \\\" 1\"; x (a.csv, line 7; a.csv, line 8)",
            ]
        );
    }

    #[test]
    fn the_list_of_problems_is_bounded() {
        let mut refusals = Refusals::new("record");
        for line in 0..MAX_CAUSES as u64 + 7 {
            let field: String = std::iter::repeat_n('x', line as usize + 1).collect();
            refusals.add(RecordProblem::of_field(field, "is missing", "write 1"), &Location::line("a.csv", line));
        }
        assert_eq!(refusals.lines().len(), MAX_CAUSES + 1);
        assert_eq!(refusals.lines()[MAX_CAUSES], "7 records for other reasons");
    }
}
