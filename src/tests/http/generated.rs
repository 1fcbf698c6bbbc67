//! Requests that schemathesis generates from the API document: every response has a documented status and shape, and
//! none is a 5xx.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use paragraf::web::routes::{self, Route};

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::python::environment;

const VERSION: &str = "4.32.5";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Operations that end the session of the test's token, and the stream, whose response does not end.
const EXCLUDED: [&str; 4] = ["/auth/v1/me", "/auth/v1/revoke", "/auth/v1/sessions/{id}", "/notifications/{uid}/stream"];

#[tokio::test(flavor = "multi_thread")]
async fn generated_requests_get_documented_responses() {
    let test = TestApp::start(vec![article("a")]).await;
    let token = test.reader("Ana").await.token;
    let program = environment(&format!("schemathesis-{VERSION}"), &[&format!("schemathesis=={VERSION}")]).join("st");
    let bearer = format!("Authorization: Bearer {token}");
    // Each route once. Without a token, private routes respond with 401, which the access test expects of each.
    let needs_token = |route: &Route| route.access.needs_account();
    let (private, public): (Vec<_>, Vec<_>) = routes::table().into_iter().partition(needs_token);
    let paths = |routes: Vec<Route>| routes.into_iter().map(|route| route.path).collect::<BTreeSet<_>>();
    let (private, mut public) = (paths(private), paths(public));
    public.retain(|path| !private.contains(path));
    public.extend(EXCLUDED);
    for (headers, excluded) in [(&[][..], private), (&["--header", &bearer][..], public)] {
        let mut run = Command::new(&program);
        // It keeps what it found in the working folder.
        run.current_dir(env!("CARGO_TARGET_TMPDIR"))
            .args([
                "run",
                &format!("{}/openapi.json", test.base),
                "--seed",
                "1",
                "--suppress-health-check",
                "all",
                "--checks",
                CHECKS,
            ])
            .args(["--phases", "examples,coverage,fuzzing", "--max-examples", "5"])
            .args(["--continue-on-failure", "--no-color"])
            .args(headers)
            .args(excluded.iter().flat_map(|path| ["--exclude-path", path]));
        let output =
            tokio::task::spawn_blocking(move || run.stdin(Stdio::null()).output()).await.expect("the run ends");
        let output = output.expect("schemathesis starts");
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(output.status.success(), "{printed}");
    }
    test.stop().await;
}
