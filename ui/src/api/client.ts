import createClient from 'openapi-fetch';
import { ApiError } from './api-error.ts';
import { accessToken, endSession, refreshSession, refusesToken } from './session.ts';
import type { paths } from './types.gen.ts';

/**
 * The typed client of our own server.
 *
 * `fetch` is looked up at each call, so that tests can put their own in its place.
 */
const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});

function withBearer(request: Request, token: string): Request {
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return new Request(request, { headers });
}

async function tokenRefused(answer: Response): Promise<boolean> {
  if (answer.status !== 401 && answer.status !== 403) return false;
  const { code } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return refusesToken(code ?? '');
}

/* An expired token is refreshed once and the call repeated; refused again, the session is over. */
async function fetchAsReader(request: Request): Promise<Response> {
  const token = await accessToken();
  if (!token) throw new ApiError(401, 'user_signed_out', 'Nobody is signed in.');
  const again = request.clone();
  const answer = await globalThis.fetch(withBearer(request, token));
  if (!(await tokenRefused(answer))) return answer;
  const fresh = await refreshSession();
  if (!fresh) return answer;
  const second = await globalThis.fetch(withBearer(again, fresh));
  if (await tokenRefused(second)) endSession();
  return second;
}

/** The same client for what is the reader's own: it carries the access token. */
const authed = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchAsReader });

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a good answer, or an `ApiError` that carries the server's code. */
export function unwrap<Data>(answer: Answer<Data>): Data {
  if (answer.response.ok && answer.data !== undefined) return answer.data;
  throw ApiError.from(answer.response.status, answer.error);
}

export { authed, client };
