// A real provider of OpenID Connect for the tests. Its sign-in page takes any account it is asked for: the
// name that it has for them, an address, whether it vouches for that, and what they are called.
// Prints one line of JSON with its issuer. With the argument `userinfo` it returns addresses only
// from the userinfo endpoint, not in the ID token. Ends with its parent process.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { browserAccounts } from './browser-accounts.mjs';

const people = new Map();
const scope = 'openid email profile';
// Another site than the pages under test, so that the browser treats its cookies and windows as such.
const host = 'localhost';

const page = `<!doctype html><title>Provider</title><h1>Provider</h1><form method="post">
<label>Subject <input name="sub"></label><label>Address <input name="email"></label>
<label>Name <input name="name"></label><label>Verified <input type="checkbox" name="email_verified"></label>
<button>Continue</button><button name="cancelled" value="1">Cancel</button></form>`;

async function formOf(request) {
  let body = '';
  for await (const part of request) body += part;
  return new URLSearchParams(body);
}

process.stdin.on('end', () => process.exit()).resume();

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://${host}:${server.address().port}`;
  const offered = browserAccounts(issuer);
  const provider = new Provider(issuer, {
    jwks: offered.jwks,
    clients: [
      {
        client_id: 'paragraf',
        client_secret: 'a secret that nobody knows',
        // Of native applications the port does not matter, and ours is another one each time.
        application_type: 'native',
        redirect_uris: ['oidc.test', 'oidc.other'].map(
          (id) => `http://127.0.0.1/auth/v1/idp/${id}/callback`,
        ),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: process.argv[2] === 'userinfo',
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Signing in counts as consent.
    async loadExistingGrant({ oidc }) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();

  async function interact(request, response) {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      return response.end(page);
    }
    const form = await formOf(request);
    if (form.has('cancelled')) {
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    }
    const [sub, email, name] = ['sub', 'email', 'name'].map((field) => form.get(field) ?? '');
    const email_verified = form.has('email_verified');
    people.set(sub, { ...(email && { email, email_verified }), ...(name && { name }) });
    const result = { login: { accountId: sub }, consent: {} };
    return provider.interactionFinished(request, response, result);
  }

  async function respond(request, response) {
    const body = await offered.answer(request, formOf);
    if (body) {
      response.setHeader('content-type', 'application/json');
      response.setHeader('access-control-allow-origin', request.headers.origin ?? issuer);
      response.setHeader('access-control-allow-credentials', 'true');
      return response.end(JSON.stringify(body));
    }
    const isInteraction = request.url.startsWith('/interaction/');
    return isInteraction ? interact(request, response) : answer(request, response);
  }

  server.on('request', (request, response) => {
    respond(request, response).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  process.stdout.write(`${JSON.stringify({ issuer })}\n`);
});
