//! Support of the tests that benches use as well.

#![allow(dead_code, reason = "each bench uses its part")]

#[path = "../../src/tests/support/durable_postgres.rs"]
pub mod durable_postgres;
#[path = "../../src/tests/support/eventually.rs"]
pub mod eventually;
#[path = "../../src/tests/support/faulty_disk.rs"]
pub mod faulty_disk;
#[path = "../../src/tests/support/http2.rs"]
pub mod http2;
#[path = "../../src/tests/support/install.rs"]
pub mod install;
#[path = "../../src/tests/support/postgres.rs"]
pub mod postgres;
#[path = "../../src/tests/support/program.rs"]
pub mod program;
#[path = "../../src/tests/support/wire.rs"]
pub mod wire;
