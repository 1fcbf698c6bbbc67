import { ApiError, shownCode } from '../../api/api-error.ts';
import { logError } from './console.ts';
import type { FlowEvent, PageRequest } from './model.ts';

/** The code of a failed request. An exception that is not a refusal is reported to developers. */
export function codeOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'string') return shownCode({ code, ...(message && { message }) });
  logError('A request failed in an unexpected way.', error);
  return 'something_went_wrong';
}

/** A failed request as its page sees it, with the wait that the server named. */
export function problemOf(what: PageRequest, code: string, error: unknown): FlowEvent {
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return { type: 'problem', code: specific(what, code), ...wait };
}

/* Some codes of the server have a text about one request; other requests need their own. */
function specific({ kind }: PageRequest, code: string): string {
  if (code === 'unsupported_first_factor') return 'number_is_second_factor';
  if (code !== 'too_many_requests' || kind === 'signIn' || kind === 'signUp') return code;
  const isMessage = kind === 'sendCode' || kind === 'sendFactorCode';
  return isMessage ? 'too_many_messages' : 'too_many_tries';
}
