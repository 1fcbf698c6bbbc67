import { ApiError } from './api-error.ts';
import { accessToken, withToken } from './session.ts';

type Method = 'GET' | 'POST' | 'DELETE';

interface CallOptions {
  body?: object;
  signal?: AbortSignal;
  /** Visitors may call too; a reader is named all the same. */
  open?: boolean;
  accept?: string;
}

async function send(
  method: Method,
  address: string,
  { body, signal, accept = 'application/json' }: CallOptions,
  token: string | null,
): Promise<Response> {
  const answer = await fetch(address, {
    method,
    cache: 'no-store',
    headers: {
      Accept: accept,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (answer.ok) return answer;
  throw ApiError.from(answer.status, await answer.json().catch(() => undefined));
}

/** A good answer to a request in the reader's name, or an `ApiError` with the server's code. */
export async function request(
  method: Method,
  address: string,
  options: CallOptions = {},
): Promise<Response> {
  if (options.open && !(await accessToken())) return send(method, address, options, null);
  return withToken((token) => send(method, address, options, token));
}

/** The body of a good answer, if it has one. */
export async function call<Data>(
  method: Method,
  address: string,
  options?: CallOptions,
): Promise<Data> {
  const text = await (await request(method, address, options)).text();
  return (text === '' ? undefined : JSON.parse(text)) as Data;
}
