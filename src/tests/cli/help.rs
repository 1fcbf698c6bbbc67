use crate::support::program;

/// Help of every command. Accept an intended change with `cargo insta accept`.
#[test]
fn the_help_of_every_command() {
    let mut text = String::new();
    collect(&mut program::command().term_width(100), "paragraf", &mut text);
    insta::assert_snapshot!("help", text);
}

fn collect(command: &mut clap::Command, path: &str, text: &mut String) {
    text.push_str(&format!("==== {path}\n{}\n", command.render_long_help()));
    for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
        let path = format!("{path} {}", sub.get_name());
        collect(&mut sub.clone().term_width(100), &path, text);
    }
}
