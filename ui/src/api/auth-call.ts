import { isMobile } from '../browser.ts';
import { signInTimes } from '../sign-in-times.ts';
import { ApiError, networkFailure } from './api-error.ts';

interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  bearer?: string;
  /** The tenant of the call, if it is not that of the token or the default one. */
  tenant?: string;
  signal?: AbortSignal;
  /**
   * The call authenticates by cookie, so the server requires a header that only our own script can
   * send.
   */
  byCookie?: boolean;
}

function patience(): number {
  const { answer } = signInTimes;
  if (!navigator.onLine) return answer.offline;
  return isMobile() ? answer.mobile : answer.computer;
}

function headersOf({ bearer, tenant, byCookie }: CallOptions): Record<string, string> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    ...(bearer && { Authorization: `Bearer ${bearer}` }),
    ...(tenant && { 'X-Tenant-Id': tenant }),
    ...(byCookie && { 'X-Requested-With': 'paragraf' }),
  };
}

/**
 * Makes one call of `/auth/v1`.
 *
 * A refusal is an `ApiError` with the server's code, no answer one with `networkFailure` or
 * `timeout`. An aborted call throws the browser's abort error.
 */
export async function authCall<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'POST', body = {}, signal } = options;
  signal?.throwIfAborted();
  const call = new AbortController();
  const giveUp = () => call.abort(signal?.reason);
  const late = setTimeout(() => call.abort(), patience());
  signal?.addEventListener('abort', giveUp);
  try {
    const answer = await fetch(`/auth/v1${path}`, {
      method,
      headers: headersOf(options),
      credentials: 'same-origin',
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: call.signal,
    });
    const parsed: unknown = await answer.json().catch(() => ({}));
    call.signal.throwIfAborted();
    if (!answer.ok) throw ApiError.from(answer.status, parsed, answer.headers);
    return parsed as Answer;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    const code = call.signal.aborted ? 'timeout' : networkFailure;
    throw new ApiError(0, code, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
  }
}
