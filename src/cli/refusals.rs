//! Refused records, grouped by problem: a mistake in every line is one line of output.

use crate::sources::{Location, Problem};

/// Distinct problems that are listed.
const MAX_PROBLEMS: usize = 50;
/// Locations listed for each problem.
const MAX_LOCATIONS: usize = 3;

#[derive(Default)]
pub(super) struct Refusals {
    /// In the order of their first occurrence.
    groups: Vec<Group>,
    /// Records with problems beyond [`MAX_PROBLEMS`].
    omitted: usize,
}

struct Group {
    problem: Problem,
    locations: Vec<String>,
    count: usize,
}

impl Refusals {
    pub(super) fn add(&mut self, problem: Problem, location: &Location) {
        if let Some(group) = self.groups.iter_mut().find(|group| group.problem == problem) {
            group.count += 1;
            if group.locations.len() < MAX_LOCATIONS {
                group.locations.push(location.to_string());
            }
        } else if self.groups.len() < MAX_PROBLEMS {
            self.groups.push(Group { problem, locations: vec![location.to_string()], count: 1 });
        } else {
            self.omitted += 1;
        }
    }

    /// One line for each problem.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.groups.iter().map(Group::line).collect();
        if self.omitted > 0 {
            lines.push(format!("refused for {} other reasons; --json lists them all", self.omitted));
        }
        lines
    }
}

impl Group {
    fn line(&self) -> String {
        let Self { problem, locations, count } = self;
        let listed = locations.join("; ");
        match count - locations.len() {
            0 if *count == 1 => format!("refused {listed}: {problem}"),
            0 => format!("refused {count} records: {problem} ({listed})"),
            more => format!("refused {count} records: {problem} ({listed}; and {more} more)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_of_a_problem_are_one_line_with_the_first_locations() {
        let mut refusals = Refusals::default();
        let problem = |wrong: &str| Problem::of_field("topic", wrong, "use munca");
        for line in 1..=5 {
            refusals.add(problem("is \"x\""), &Location::line("a.csv", line));
        }
        refusals.add(problem("is missing"), &Location::line("a.csv", 6));
        assert_eq!(
            refusals.lines(),
            [
                "refused 5 records: topic: is \"x\"; use munca (a.csv, line 1; a.csv, line 2; a.csv, line 3; and 2 more)",
                "refused a.csv, line 6: topic: is missing; use munca",
            ]
        );
    }

    #[test]
    fn the_list_of_problems_is_bounded() {
        let mut refusals = Refusals::default();
        for line in 0..MAX_PROBLEMS as u64 + 7 {
            refusals.add(Problem::of_record(format!("is {line}"), "write 1"), &Location::line("a.csv", line));
        }
        assert_eq!(refusals.lines().len(), MAX_PROBLEMS + 1);
        assert!(refusals.lines()[MAX_PROBLEMS].starts_with("refused for 7 other reasons"));
    }
}
