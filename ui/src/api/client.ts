import createClient from 'openapi-fetch';
import { ApiError, refusesToken } from './api-error.ts';
import { refreshSession, withToken } from './session.ts';
import type { paths } from './types.gen.ts';

/**
 * The typed client of our own server.
 *
 * Looks up `fetch` at each call, so that tests can replace it.
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

/* Throws when the token is refused, so that the session retries once with a new one. */
async function checked(answer: Response): Promise<Response> {
  if (answer.status !== 401 && answer.status !== 403) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const error = ApiError.from(answer.status, body, answer.headers);
  if (refusesToken(error.code)) throw error;
  // The rules changed since the session was loaded; its new state leads to the page that asks.
  if (error.code === 'second_factor_required') refreshSession().catch(() => null);
  return answer;
}

function fetchAsReader(request: Request): Promise<Response> {
  return withToken(async (token) => {
    const answer = await globalThis.fetch(withBearer(request.clone(), token));
    return checked(answer);
  });
}

/** The typed client with the reader's access token. */
const authed = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchAsReader });

/** The parameters of a call whose path ends with the reader's account. */
export const ofReader = (uid: string) => ({ params: { path: { uid } } });

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The event of the window when the server refuses a change because of maintenance. */
export const maintenanceEvent = 'paragraf:maintenance';

/** Returns the body of a successful answer; throws an `ApiError` otherwise. */
export function unwrap<Data>(answer: Answer<Data>): Data {
  if (answer.response.ok && answer.data !== undefined) return answer.data;
  const error = ApiError.from(answer.response.status, answer.error, answer.response.headers);
  if (error.code === 'maintenance') window.dispatchEvent(new Event(maintenanceEvent));
  throw error;
}

export { authed, client };
