/// Help of every command. Accept an intended change with `cargo insta accept`.
#[test]
fn the_help_of_every_command() {
    let mut text = String::new();
    collect(&mut paragraf::cli::command().term_width(100), "paragraf", &mut text);
    insta::assert_snapshot!("help", text);
}

fn collect(command: &mut clap::Command, path: &str, text: &mut String) {
    text.push_str(&format!("==== {path}\n{}\n", command.render_long_help()));
    for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
        let path = format!("{path} {}", sub.get_name());
        collect(&mut sub.clone().term_width(100), &path, text);
    }
}

#[test]
fn every_command_is_described_in_at_most_ten_words() {
    let mut wrong = Vec::new();
    check_descriptions(&paragraf::cli::command(), "paragraf", &mut wrong);
    assert!(wrong.is_empty(), "start with a capital, end without a full stop:\n{}", wrong.join("\n"));
}

fn check_descriptions(command: &clap::Command, path: &str, wrong: &mut Vec<String>) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    if !about.starts_with(char::is_uppercase) || about.ends_with('.') || about.split_whitespace().count() > 10 {
        wrong.push(format!("{path}: {about}"));
    }
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        check_descriptions(sub, &format!("{path} {}", sub.get_name()), wrong);
    }
}
