import createClient from 'openapi-fetch';
import { ApiError } from './api-error.ts';
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

export { client };
