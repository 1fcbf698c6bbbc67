//! Requests that schemathesis generates from the API document: every response has a documented status and shape, and
//! none is a 5xx.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::install::find_or_install;

const VERSION: &str = "4.32.5";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Operations that end the session of the test's token.
const ENDING: [&str; 3] = ["/auth/v1/me", "/auth/v1/revoke", "/auth/v1/sessions/{id}"];

#[tokio::test(flavor = "multi_thread")]
async fn generated_requests_get_documented_responses() {
    let test = TestApp::start(vec![article("a")]).await;
    let token = test.reader("Ana").await.token;
    let program = schemathesis();
    let bearer = format!("Authorization: Bearer {token}");
    for headers in [&[][..], &["--header", &bearer][..]] {
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
            .args(ENDING.iter().filter(|_| !headers.is_empty()).flat_map(|path| ["--exclude-path", path]));
        let output =
            tokio::task::spawn_blocking(move || run.stdin(Stdio::null()).output()).await.expect("the run ends");
        let output = output.expect("schemathesis starts");
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        assert!(output.status.success(), "{printed}");
    }
    test.stop().await;
}

/// The program, installed from PyPI into the build folder when it is missing.
fn schemathesis() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("schemathesis-{VERSION}"));
    let program = folder.join("bin/st");
    if !program.exists() {
        let python = find_or_install("python3-venv", || {
            let ready = Command::new("python3").args(["-c", "import ensurepip, venv"]).stderr(Stdio::null()).status();
            ready.is_ok_and(|status| status.success()).then(|| "python3".into())
        });
        let python = python.expect("this test needs Python 3 with venv; on Debian `apt-get install python3-venv`");
        let created = Command::new(python).args(["-m", "venv"]).arg(&folder).status();
        assert!(created.is_ok_and(|status| status.success()), "cannot create {}", folder.display());
        let package = format!("schemathesis=={VERSION}");
        let installed = Command::new(folder.join("bin/pip")).args(["install", "--quiet", &package]).status();
        assert!(installed.is_ok_and(|status| status.success()), "cannot install {package} from PyPI");
    }
    program
}
