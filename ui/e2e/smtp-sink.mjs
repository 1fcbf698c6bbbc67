// A real mail server for the tests: accepts mails, under TLS with a password (`starttls`, `tls`)
// or without one (`none`), and acts by the recipient's local part, alone or before a `-`:
//   later   is deferred once (451);   later3   three times
//   never   is refused (550);   spam   is refused after its text (554 5.7.1)
//   cut     loses the connection once before its text;   drop   once after its text was taken
//   slow    is answered after SINK_SLOW_MS (500);   silent   is never answered
// SINK_PORT takes this port; SINK_CLOSED names a file while which exists every connection is refused (421);
// SINK_LOG names a file that gets a line for each mail taken: Message-ID, tab, recipient; SINK_QUIET=1 prints
// and keeps no mails, so that thousands a second may come; SINK_DELAY_MS is waited for before each answer.
// From the mail after SINK_AFTER on, SINK_RCPT or SINK_DATA refuses every recipient or every text with this answer, such
// as `550 Relaying denied`.
// Prints one line of JSON: first its port, then each mail.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

const [key, cert, security] = process.argv.slice(2);
const { SINK_CLOSED, SINK_LOG, SINK_QUIET } = process.env;
const slow = Number(process.env.SINK_SLOW_MS ?? 500);
const delay = Number(process.env.SINK_DELAY_MS ?? 0);
const secure = security !== 'none';
const met = new Map();
const { SINK_RCPT, SINK_DATA } = process.env;
let left = Number(process.env.SINK_AFTER ?? 0);

function report(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function refusal(code, message) {
  return Object.assign(new Error(message), { responseCode: code });
}

/** The refusal of a stage, once enough mails were taken. */
function refused(answer) {
  if (!answer || left > 0) return undefined;
  return refusal(Number(answer.slice(0, 3)), answer.slice(4));
}

/** Whether this happens for the first time, or one of the first few. */
function first(what, times = 1) {
  const count = (met.get(what) ?? 0) + 1;
  met.set(what, count);
  return count <= times;
}

function mode({ address }) {
  return address.split(/[@-]/)[0];
}

/** Cuts the connection of this session. */
function cut(session) {
  for (const connection of server.connections) {
    if (connection.session === session) connection._socket.destroy();
  }
}

/** The mail as it comes in; when nobody looks at it, its head. */
function read(stream, done) {
  const parts = [];
  let ended = false;
  stream.on('data', (part) => {
    if (ended) return;
    parts.push(part);
    ended = Boolean(SINK_QUIET) && part.includes('\r\n\r\n');
  });
  stream.on('end', () => done(Buffer.concat(parts).toString()));
}

function take(data, session, done) {
  const to = session.envelope.rcptTo.map(({ address }) => address);
  const behaviour = mode(session.envelope.rcptTo[0]);
  if (behaviour === 'spam') return done(refusal(554, '5.7.1 This looks like spam'));
  if (behaviour === 'silent') return;
  const no = refused(SINK_DATA);
  if (no) return done(no);
  left -= 1;
  if (SINK_LOG) {
    const id = /^message-id: *(\S+)/im.exec(data)?.[1] ?? '';
    appendFileSync(SINK_LOG, to.map((address) => `${id}\t${address}\n`).join(''));
  }
  if (!SINK_QUIET) {
    report({
      from: session.envelope.mailFrom.address,
      to,
      user: session.user,
      secure: session.secure,
      greeting: session.hostNameAppearsAs,
      data,
    });
  }
  if (behaviour === 'drop' && first(to[0])) return cut(session);
  const wait = delay + (behaviour === 'slow' ? slow : 0);
  const answer = () => done(null, 'Message queued');
  if (wait > 0) setTimeout(answer, wait);
  else answer();
}

const server = new SMTPServer({
  secure: security === 'tls',
  ...(secure ? { key: readFileSync(key), cert: readFileSync(cert) } : {}),
  disabledCommands: secure ? [] : ['STARTTLS', 'AUTH'],
  authOptional: !secure,
  authMethods: ['PLAIN', 'LOGIN'],
  disableReverseLookup: true,
  onConnect(_session, done) {
    done(SINK_CLOSED && existsSync(SINK_CLOSED) ? refusal(421, 'Closed, come back later') : null);
  },
  onAuth(auth, _session, done) {
    const known = auth.username === 'legi' && auth.password === 'pa55';
    done(known ? null : refusal(535, 'Authentication failed'), { user: auth.username });
  },
  onRcptTo(address, session, done) {
    const [, behaviour, times] = /^(\D*)(\d*)/.exec(mode(address));
    const no = refused(SINK_RCPT);
    if (no) return done(no);
    if (behaviour === 'never') return done(refusal(550, 'No such user here'));
    if (behaviour === 'later' && first(address.address, Number(times || 1))) {
      return done(refusal(451, 'Greylisted, come back later'));
    }
    if (behaviour === 'cut' && first(address.address)) return cut(session);
    return done();
  },
  onData(stream, session, done) {
    read(stream, (data) => take(data, session, done));
  },
});

// A client that goes away in the middle is what some tests are about.
server.on('error', () => {});
server.listen(Number(process.env.SINK_PORT ?? 0), '127.0.0.1', () =>
  report({ port: server.server.address().port }),
);
