import { ApiError, networkFailure } from './api-error.ts';

interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  bearer?: string;
  signal?: AbortSignal;
  /** The call rests on a cookie: the server wants proof that a script of ours makes it. */
  byCookie?: boolean;
}

const answerWithin = 30_000;

function headersOf({ bearer, byCookie }: CallOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
    ...(byCookie && { 'X-Requested-With': 'paragraf' }),
  };
}

/**
 * One call of `/auth/v1`, the only place that knows how they travel.
 *
 * A refusal is an `ApiError` with the server's code, no answer at all is one with
 * `networkFailure` or `timeout`; only a call that was given up throws what the browser throws.
 */
export async function authCall<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'POST', body = {}, signal } = options;
  signal?.throwIfAborted();
  const call = new AbortController();
  const giveUp = () => call.abort(signal?.reason);
  const late = setTimeout(() => call.abort(), answerWithin);
  signal?.addEventListener('abort', giveUp);
  try {
    const answer = await fetch(`/auth/v1${path}`, {
      method,
      headers: headersOf(options),
      credentials: 'same-origin',
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: call.signal,
    });
    const said: unknown = await answer.json().catch(() => ({}));
    call.signal.throwIfAborted();
    if (!answer.ok) throw ApiError.from(answer.status, said, answer.headers);
    return said as Answer;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    const code = call.signal.aborted ? 'timeout' : networkFailure;
    throw new ApiError(0, code, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
  }
}
