//! `paragraf topics ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::output::{Printer, table};
use crate::control::commands::topics::{ListTopics, SetTopic};
use crate::domain::topic::Topic;
use crate::error::Result;
use crate::ops::topics::TopicChange;

#[derive(Debug, Subcommand)]
pub(super) enum TopicsCommand {
    /// List the topics in display order
    List,
    /// Change or create a topic
    Set {
        /// ID of the topic, such as munca
        id: String,
        /// Romanian name
        #[arg(long)]
        ro: Option<String>,
        /// English name
        #[arg(long)]
        en: Option<String>,
        /// Position in lists, lowest first
        #[arg(long)]
        position: Option<u32>,
    },
}

pub(super) async fn run(global: &Global, command: TopicsCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        TopicsCommand::List => {
            let topics = global.call(ListTopics).await?;
            printer.show(&topics, |topics| text(topics));
        }
        TopicsCommand::Set { id, ro, en, position } => {
            let topic = global.call(SetTopic(TopicChange { id, ro, en, position })).await?;
            printer.show(&topic, |topic| text(std::slice::from_ref(topic)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn text(topics: &[Topic]) -> String {
    let mut table = table(&["POS", "ID", "RO", "EN"]);
    for topic in topics {
        table.add_row([topic.position.to_string(), topic.id.clone(), topic.ro.clone(), topic.en.clone()]);
    }
    table.to_string()
}
