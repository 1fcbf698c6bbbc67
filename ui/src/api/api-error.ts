/** The code of a call that found no server; it has a text like the server's own codes. */
export const networkFailure = 'network_request_failed';

/** What the server refused and why; `code` is stable, `message` is for the log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds after which another try is worth it, when the server said so. */
  readonly retryAfter: number | undefined;
  /** What of the request was wrong, when the server said so. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number, field?: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.field = field;
  }

  static from(status: number, body: unknown, headers?: Headers): ApiError {
    const { error, code, field } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: string;
      code?: string;
      field?: string;
    };
    const seconds = Number(headers?.get('Retry-After') ?? Number.NaN);
    return new ApiError(
      status,
      code ?? 'unknown',
      error ?? `HTTP ${status}`,
      Number.isNaN(seconds) ? undefined : seconds,
      field,
    );
  }
}

/** The code of whatever was thrown: what is no answer of the server is a lost network. */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : networkFailure;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/* Refused because of the token, and not because of what was asked. */
const tokenCodes = ['id_token_expired', 'invalid_user_token', 'user_disabled'];

/** Whether a refusal speaks of the token. */
export function refusesToken(code: string): boolean {
  return tokenCodes.includes(code);
}
