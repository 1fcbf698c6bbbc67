//! A selection of the tests of this folder, run on PostgreSQL within each run of the tests: together they are answered
//! by every operation that writes. `PARAGRAF_TEST_STORE=postgres` runs all tests there.

use std::process::Command;

use paragraf::web::routes;

use crate::support::{access_log, postgres, stores};

/// Tests that call the operations, each with what a reader sees of it afterwards. They run in another process, so that
/// they use the other engine, on the same server of PostgreSQL.
const TESTS: &[&str] = &[
    // Subscribing, its pages, reports and the first calls of signing in; then every call of a reader.
    "http::access::each_route_lets_in_whom_the_table_names",
    "http::readers::access::each_call_serves_only_the_account_of_the_token",
    "http::calendars::a_private_calendar_has_a_secret_address_that_can_be_renewed_and_removed",
    "http::readers::done_steps::steps_are_ticked_off_and_back_for_one_account",
    "http::readers::followed_deadlines::settings_of_reminders_belong_to_their_account",
    "http::readers::follows::settings_belong_to_a_follow_and_end_with_it",
    "http::readers::marks::a_bookmark_toggles_and_returns_state_and_count",
    "http::readers::marks::a_like_toggles_and_returns_state_and_count",
    "http::readers::marks::topics_and_domains_are_followed",
    "http::readers::marks::tracking_an_article_follows_nothing_else",
    "http::readers::profiles::answers_of_a_device_join_the_account_and_the_newer_one_wins",
    "http::readers::profiles::profiles_are_added_changed_and_removed_for_one_account",
    "http::readers::read_notifications::cleared_notifications_are_kept_with_reason_and_time",
    "http::subscriptions::forms::forms_do_what_the_scripts_do",
    "http::subscriptions::life::leaving_can_be_undone_and_deleting_cannot",
    "http::subscriptions::life::the_mailed_link_confirms_and_undoes",
    "http::subscriptions::settings::an_account_sees_and_changes_its_own_settings",
    "http::subscriptions::webhook::a_report_is_recorded_when_it_names_a_mail_of_ours",
    // Signing in.
    "http::auth::browser_accounts::f20_an_account_that_the_browser_offers_signs_in",
    "http::auth::codes::c01_c02_c03_a_password_reset_replaces_the_password_and_ends_all_sessions",
    "http::auth::codes::c04_an_address_is_verified_once",
    "http::auth::factor_enrolment::m08_adding_needs_a_recent_sign_in_and_a_proven_address",
    "http::auth::factor_enrolment::m10_an_account_has_at_most_five_factors_each_with_its_name",
    "http::auth::factor_enrolment::m11_a_removed_factor_is_announced_and_the_last_one_takes_the_recovery_codes_along",
    "http::auth::first_operator::the_link_works_once_and_only_while_there_is_no_operator",
    "http::auth::guests::a03_what_a_guest_marked_moves_into_the_account_on_request",
    "http::auth::linking::a_provider_is_disconnected_unless_it_is_the_last_way_in",
    "http::auth::links::l01_a_link_signs_in_the_browser_that_requested_it_once",
    "http::auth::passkey_factors::m23_any_passkey_of_the_account_answers_the_second_step",
    "http::auth::passkeys::k01_a_passkey_signs_in_without_an_address",
    "http::auth::passkeys::k02_passkeys_are_listed_named_and_removed",
    "http::auth::passkeys::k03_making_and_removing_a_passkey_require_a_recent_sign_in",
    "http::auth::passwords::p15_a_name_is_stored_as_typed",
    "http::auth::phone_account::a_number_is_added_changed_and_removed_but_the_last_way_in_stays",
    "http::auth::phone_account::s05_a_code_to_the_own_number_is_a_recent_sign_in",
    "http::auth::providers::s05_an_account_without_a_password_reauthenticates_with_its_identity",
    "http::auth::removal::a_deleted_account_leaves_only_its_last_mail_and_its_uid_in_the_audit_log",
    "http::auth::sessions::s01_an_expired_access_token_is_reported_and_refreshed",
    "http::auth::sessions::s03_signing_out_ends_the_session_and_removes_the_cookie",
    "http::auth::sessions::s05_a_link_to_the_own_address_reauthenticates",
    "http::auth::sessions::sessions_are_listed_and_ended",
    "http::auth::visits::f01_an_answer_in_a_form_waits_for_the_browser_that_started",
    // The desk and the page of the operator.
    "http::desk::conditions::the_desk_gets_questions_rules_and_a_condition_in_words",
    "http::desk::drafts::a_draft_is_read_whole_and_saved_under_the_editors_name",
    "http::desk::findings::a_corrected_text_of_the_act_is_adopted_once",
    "http::desk::overviews::an_editor_changes_publishes_and_takes_back_an_overview",
    "http::desk::publish::a_published_draft_names_its_reviewer_and_notifies_followers",
    "http::desk::publish::a_scheduled_text_is_fixed_until_the_publication_is_cancelled",
    "http::desk::reject::a_rejected_draft_keeps_its_text_and_the_reasons",
    "http::law_figures::an_editor_confirms_a_value_until_it_changes",
    "http::operator::a_campaign_is_paused_and_resumed",
    "http::operator::a_failed_mail_is_queued_again",
    "http::operator::reports_are_closed_and_backups_listed_with_their_proof",
];

#[test]
fn every_operation_that_writes_is_answered_on_postgresql() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("access.jsonl");
    let run = Command::new(std::env::current_exe().expect("this program"))
        .arg("--exact")
        .args(TESTS)
        .env(stores::CHOICE, stores::POSTGRES)
        .env(postgres::PORT, postgres::port().to_string())
        .env(access_log::FILE, &log)
        .output()
        .expect("the tests run");
    let printed = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(run.status.success(), "{printed}");
    assert!(printed.contains(&format!("{} passed", TESTS.len())), "a test of the list is gone: {printed}");
    let answered = access_log::answered(&log);
    let writing = routes::table().into_iter().filter(|route| !route.method.is_safe());
    let names = writing.map(|route| format!("{} {}", route.method, route.path));
    let missing: Vec<_> = names.filter(|name| !answered.contains(name)).collect();
    assert!(missing.is_empty(), "add a test that succeeds with these operations to the list: {missing:#?}");
}
