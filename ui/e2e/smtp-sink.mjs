// A real mail server for the tests: takes mails under TLS from whoever knows the password, and does
// what the recipient's name says. `later@` is told to come later once, `never@` is refused,
// `drop@` loses the connection once after its mail was taken.
// Prints one line of JSON: first its port, then each mail.
import { readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

const [key, cert, wrapped] = process.argv.slice(2);
const met = new Set();

function tell(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function refusal(code, message) {
  return Object.assign(new Error(message), { responseCode: code });
}

/** Whether this happens for the first time. */
function first(what) {
  const isNew = !met.has(what);
  met.add(what);
  return isNew;
}

const server = new SMTPServer({
  secure: wrapped === 'tls',
  key: readFileSync(key),
  cert: readFileSync(cert),
  authMethods: ['PLAIN', 'LOGIN'],
  disableReverseLookup: true,
  onAuth(auth, _session, done) {
    const known = auth.username === 'legi' && auth.password === 'pa55';
    done(known ? null : refusal(535, 'Authentication failed'), { user: auth.username });
  },
  onRcptTo(address, _session, done) {
    if (address.address.startsWith('never@')) return done(refusal(550, 'No such user here'));
    if (address.address.startsWith('later@') && first(address.address)) {
      return done(refusal(451, 'Greylisted, come back later'));
    }
    return done();
  },
  onData(stream, session, done) {
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const from = session.envelope.mailFrom.address;
      const data = Buffer.concat(parts).toString();
      tell({ from, to, user: session.user, secure: session.secure, data });
      if (to[0].startsWith('drop@') && first(to[0])) {
        for (const connection of server.connections) connection._socket.destroy();
        return;
      }
      done(null, 'Message queued');
    });
  },
});

// A client that goes away in the middle is what some tests are about.
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => tell({ port: server.server.address().port }));
