/** What the server refused and why; `code` is stable, `message` is for the log. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }

  static from(status: number, body: unknown): ApiError {
    const { error, code } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: string;
      code?: string;
    };
    return new ApiError(status, code ?? 'unknown', error ?? `HTTP ${status}`);
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
