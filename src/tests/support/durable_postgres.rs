//! A server of PostgreSQL that keeps what it answered when it is killed; on request with a synchronous standby that
//! can take its place.

use std::io::{BufRead, Write};

use super::eventually::eventually_blocking;
use super::postgres::{self, RunningScript};

/// Starts the first server and, if there is a second port, its standby. Then each line of the input is an order, which
/// a line of the output answers.
const SCRIPT: &str = r#"
first=$4 second=$5
settings() {
  cat >>"$1/postgresql.conf" <<EOF
listen_addresses = '127.0.0.1'
port = $2
unix_socket_directories = '$dir'
dynamic_shared_memory_type = mmap
shared_buffers = 64MB
max_connections = 100
EOF
}
start() { run "$bin/pg_ctl" -w -D "$dir/$1" -l "$dir/log" start >/dev/null 2>&1; }
run "$bin/initdb" --no-sync --locale=C.UTF-8 -A trust -U postgres -D "$dir/first" >"$dir/initdb.log" 2>&1
settings "$dir/first" "$first"
start first
if [ -n "$second" ]; then
  run "$bin/pg_basebackup" -R -X stream -c fast --no-sync -h 127.0.0.1 -p "$first" -U postgres -D "$dir/second" \
    >"$dir/initdb.log" 2>&1
  settings "$dir/second" "$second"
  start second
  echo "synchronous_standby_names = '*'" >>"$dir/first/postgresql.conf"
  run "$bin/pg_ctl" -D "$dir/first" reload >/dev/null
fi
echo ready
while read -r order; do
  case $order in
  kill)
    main=$(head -1 "$dir/first/postmaster.pid")
    kill -9 $main $(cat /proc/$main/task/$main/children) ;;
  promote) run "$bin/pg_ctl" -w -D "$dir/second" promote >/dev/null ;;
  esac
  echo done
done
for name in first second; do
  run "$bin/pg_ctl" -m immediate -D "$dir/$name" stop >/dev/null 2>&1 || true
  # A killed server leaves a segment of shared memory, which the seventh line of this file names.
  [ ! -e "$dir/$name/postmaster.pid" ] || ipcrm -m $(sed -n '7s/.* //p' "$dir/$name/postmaster.pid") || true
done
rm -rf "$dir"
"#;

/// The servers; they end when it is dropped.
pub struct DurablePostgres {
    script: RunningScript,
    ports: Vec<u16>,
}

impl DurablePostgres {
    pub fn alone() -> Self {
        Self::start(vec![postgres::free_port()])
    }

    /// Two servers: the standby has each commit before it is answered.
    pub fn with_standby() -> Self {
        let servers = Self::start(vec![postgres::free_port(), postgres::free_port()]);
        let first = format!("postgres://postgres@127.0.0.1:{}/postgres", servers.ports[0]);
        eventually_blocking("the standby is synchronous", || {
            (postgres::ask(&first, "SELECT sync_state FROM pg_stat_replication") == "sync").then_some(())
        });
        servers
    }

    fn start(ports: Vec<u16>) -> Self {
        let port = |index: usize| ports.get(index).map(u16::to_string).unwrap_or_default();
        Self { script: postgres::launch(SCRIPT, &postgres::new_folder(), &[port(0), port(1)]), ports }
    }

    /// The port of the server that takes writes first.
    pub fn port(&self) -> u16 {
        self.ports[0]
    }

    /// The address of a new schema, with all hosts.
    pub fn url(&self) -> String {
        let hosts: Vec<_> = self.ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        postgres::schema_at(&hosts.join(","))
    }

    /// Kills the first server with all its processes at once, as if its machine had failed.
    pub fn kill_first(&mut self) {
        self.order("kill");
    }

    /// Makes the standby take writes.
    pub fn promote_standby(&mut self) {
        self.order("promote");
    }

    fn order(&mut self, order: &str) {
        writeln!(self.script.input, "{order}").expect("the script reads");
        let mut answer = String::new();
        self.script.output.read_line(&mut answer).expect("a line");
        assert_eq!(answer, "done\n", "{order}");
    }
}
