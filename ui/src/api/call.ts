import { ApiError } from './api-error.ts';
import { accessToken } from './session.ts';

interface CallOptions {
  body?: object;
  signal?: AbortSignal;
  /** Visitors may call too; a reader is named all the same. */
  open?: boolean;
}

/** Sends a request in the reader's name and gives the answer, whatever it is. */
export async function request(
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  { body, signal, open = false }: CallOptions = {},
): Promise<Response> {
  const token = await accessToken();
  if (!token && !open) throw new ApiError(401, 'invalid_user_token', 'Nobody is signed in.');
  return fetch(address, {
    method,
    cache: 'no-store',
    headers: {
      Accept: 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The answer's body, or an `ApiError` that carries the server's code. */
export async function call<Data>(
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  options?: CallOptions,
): Promise<Data> {
  const answer = await request(method, address, options);
  const body = await answer.json().catch(() => undefined);
  if (!answer.ok) throw ApiError.from(answer.status, body);
  return body as Data;
}
