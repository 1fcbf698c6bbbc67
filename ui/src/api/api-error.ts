import type { Challenge } from './proof.ts';

/** The code of a call that reached no server; it has a text like the server's codes. */
export const networkFailure = 'network_request_failed';

/** An error answer of the server; `code` is stable, `message` is for the log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds until a retry makes sense, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The field of the request that was at fault. */
  readonly field: string | undefined;
  /** The work that the server asks for first. */
  readonly challenge: Challenge | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfter?: number,
    field?: string,
    challenge?: Challenge,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.field = field;
    this.challenge = challenge;
  }

  static from(status: number, body: unknown, headers?: Headers): ApiError {
    const { error, code, field, proof } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as {
      error?: string;
      code?: string;
      field?: string;
      proof?: Challenge;
    };
    const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
    return new ApiError(
      status,
      code ?? 'unknown',
      error ?? `HTTP ${status}`,
      Number.isNaN(seconds) ? undefined : seconds,
      field,
      proof,
    );
  }
}

/**
 * The code of any thrown value; a value that is not an answer of the server counts as a network
 * failure.
 */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? shownCode(error) : networkFailure;
}

/* What precedes an operator's text that stands in place of a code. */
const operatorsPrefix = 'refused_by_hook: ';

/** The code by which a text is chosen. A refusal of the operator's hook brings its own text. */
export function shownCode({ code, message }: { code: string; message?: string }): string {
  return code === 'refused_by_hook' && message ? operatorsPrefix + message : code;
}

/** The operator's plain text in place of a code, if there is one. */
export function operatorsTextOf(code: string): string | undefined {
  return code.startsWith(operatorsPrefix) ? code.slice(operatorsPrefix.length) : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

const tokenCodes = ['id_token_expired', 'invalid_user_token', 'user_disabled'];

/** Whether the request was refused because of its token. */
export function refusesToken(code: string): boolean {
  return tokenCodes.includes(code);
}
