//! `paragraf topics ...`

use crate::control::declaration::declare_commands;
use crate::domain::topic::Topic;
use crate::ops::topics::{self, TopicChange};

declare_commands! {
    "topics.list": ListTopics -> Vec<Topic> = topics::list, read_only;
    "topics.set": SetTopic(TopicChange) -> Topic = topics::set;
}
