//! Decides which mails about conditions the operator gets.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::conditions::Condition;
use crate::domain::message::{ConditionText, MessageKind};

/// A shorter condition is only listed and logged.
const MIN_DURATION: SignedDuration = SignedDuration::from_mins(1);
/// A condition is over when it did not last for this long, so that one that flaps is one condition. It is longer than
/// a restart takes, after which a condition begins again.
const CALM: SignedDuration = SignedDuration::from_mins(10);
/// A condition that was over and came back is mailed again after this time.
const MAIL_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// What the operator knows about a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ConditionNotice {
    text: ConditionText,
    /// When the mail about its beginning was queued.
    mailed_at: Timestamp,
    /// Since when it no longer lasts.
    #[serde(default)]
    calm_since: Option<Timestamp>,
    /// Whether the mail about its end was queued.
    #[serde(default)]
    is_over: bool,
}

/// The notices by the code of their condition.
pub(super) type ConditionNotices = BTreeMap<String, ConditionNotice>;

/// Brings the notices up to date with the conditions that last, and returns the mails to queue.
pub(super) fn advance(
    notices: &mut ConditionNotices,
    lasting: &[Condition],
    now: Timestamp,
) -> Vec<(MessageKind, ConditionText)> {
    let mut mails = Vec::new();
    for condition in lasting.iter().filter(|condition| now.duration_since(condition.since) >= MIN_DURATION) {
        let known = notices.get_mut(&condition.code);
        let is_due =
            known.as_ref().is_none_or(|known| known.is_over && now.duration_since(known.mailed_at) >= MAIL_INTERVAL);
        if is_due {
            let text = text_of(condition);
            mails.push((MessageKind::ConditionBegan, text.clone()));
            let notice = ConditionNotice { text, mailed_at: now, calm_since: None, is_over: false };
            notices.insert(condition.code.clone(), notice);
        } else if let Some(known) = known {
            known.calm_since = None;
        }
    }
    for (_, notice) in notices.iter_mut().filter(|(code, _)| !lasting.iter().any(|it| it.code == **code)) {
        let since = *notice.calm_since.get_or_insert(now);
        if !notice.is_over && now.duration_since(since) >= CALM {
            notice.is_over = true;
            mails.push((MessageKind::ConditionEnded, notice.text.clone()));
        }
    }
    notices.retain(|_, notice| !notice.is_over || now.duration_since(notice.mailed_at) < MAIL_INTERVAL);
    mails
}

fn text_of(condition: &Condition) -> ConditionText {
    let Condition { code, words, values, message, remedy, since } = condition.clone();
    ConditionText { code, words, values, message, remedy, since }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(since: i64) -> Condition {
        let since = Timestamp::from_second(since * 60).expect("an instant");
        let (code, words, values) = ("disk_nearly_full".into(), "disk_nearly_full".into(), BTreeMap::new());
        Condition { code, words, values, message: "m".into(), remedy: "r".into(), since }
    }

    /// The kinds of the mails at each minute, for a condition that lasts since this minute or does not last.
    fn mails(steps: &[(i64, Option<i64>)]) -> Vec<(i64, MessageKind)> {
        let mut notices = ConditionNotices::new();
        let mut found = Vec::new();
        for (minute, since) in steps {
            let lasting: Vec<_> = since.map(condition).into_iter().collect();
            let now = Timestamp::from_second(minute * 60).expect("an instant");
            found.extend(advance(&mut notices, &lasting, now).into_iter().map(|(kind, _)| (*minute, kind)));
            // The notices survive a restart.
            let text = serde_json::to_string(&notices).expect("JSON");
            notices = serde_json::from_str(&text).expect("notices");
        }
        found
    }

    #[test]
    fn the_beginning_and_the_end_of_a_condition_are_mailed_once() {
        use MessageKind::{ConditionBegan, ConditionEnded};
        let steps = [(0, Some(0)), (1, Some(0)), (2, Some(0)), (5, None), (14, None), (15, None), (20, None)];
        assert_eq!(mails(&steps), [(1, ConditionBegan), (15, ConditionEnded)]);
    }

    #[test]
    fn a_condition_that_flaps_is_mailed_once_a_day() {
        use MessageKind::{ConditionBegan, ConditionEnded};
        let mut steps = vec![];
        for minute in (0..2 * 1440).step_by(4) {
            steps.extend([(minute + 1, Some(minute)), (minute + 2, None)]);
        }
        assert_eq!(mails(&steps), [(1, ConditionBegan)], "it is never calm");
        let slow: Vec<_> =
            (0..2 * 1440).map(|minute| (minute, (minute % 60 < 20).then_some(minute / 60 * 60))).collect();
        let expected = [(1, ConditionBegan), (30, ConditionEnded), (1441, ConditionBegan), (1470, ConditionEnded)];
        assert_eq!(mails(&slow), expected);
    }

    #[test]
    fn a_condition_that_begins_again_after_a_restart_is_the_same() {
        let steps = [(1, Some(0)), (2, None), (3, None), (5, Some(4)), (60, Some(4))];
        assert_eq!(mails(&steps), [(1, MessageKind::ConditionBegan)]);
    }
}
