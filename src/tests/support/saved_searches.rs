//! Runs the job of saved searches at once.

use paragraf::ops::Actor;
use paragraf::ops::saved_searches::{MatchStep, match_next};

use super::app::TestApp;

/// Loads and indexes the articles, and asks the searches about them until nothing is pending.
pub async fn matched(test: &TestApp) {
    test.load().await;
    for _ in 0..20 {
        match match_next(&test.app, &Actor::System).await.expect("matched") {
            MatchStep::Worked => {}
            MatchStep::Idle => return,
            MatchStep::Waiting => panic!("the index holds every article"),
        }
    }
    panic!("there is always more to match");
}
