import { vi } from 'vitest';
import type { AuthConfig, SessionAnswer, User } from '../api/auth-types.ts';

interface Reply {
  status?: number;
  body?: unknown;
  /** The answer's delay, on the test's clock. */
  after?: number;
  headers?: Record<string, string>;
}

type Body = Record<string, unknown>;
type Replies = Record<string, Reply | ((body: Body, call: Call) => Reply)>;

export interface Call {
  /** Without `/auth/v1`. */
  path: string;
  method: string;
  body: Body;
  headers: Headers;
  aborted: () => boolean;
}

/** An error body as the server writes it. */
export function refusal(code: string, status = 400, headers: Record<string, string> = {}): Reply {
  return { status, body: { error: 'Refused.', code, request_id: 'r1' }, headers };
}

export function exampleUser(changes: Partial<User> = {}): User {
  return {
    uid: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4',
    email: 'ana@example.org',
    email_verified: true,
    is_guest: false,
    display_name: 'Ana Pop',
    role: 'reader',
    language: 'ro',
    sign_in_methods: ['password'],
    created_at: '2026-11-01T09:00:00Z',
    last_login_at: '2026-11-21T09:00:00Z',
    auth_time: '2026-11-21T09:00:00Z',
    ...changes,
  };
}

export function exampleSession(changes: Partial<SessionAnswer> = {}): SessionAnswer {
  return {
    access_token: 'access-1',
    expires_in: 900,
    user: exampleUser(),
    is_new_user: false,
    persistence: 'local',
    ...changes,
  };
}

export function exampleAuthConfig(changes: Partial<AuthConfig> = {}): AuthConfig {
  return {
    security_profile: 'balanced',
    email_privacy: 'compat',
    sign_up: true,
    sign_in_flow: 'popup',
    immediate_federated_redirect: false,
    credential_helper: 'none',
    continue_origins: [],
    sign_in_success_url: '/',
    persistence: 'local',
    password_min: 8,
    verify_email: 'soft',
    mail_pause_secs: 60,
    second_factor: 'optional',
    site_name: 'Paragraf',
    tos_url: '/terms',
    privacy_policy_url: '/privacy',
    admin_restricted_operation: { status: false },
    tenant_choice: 'none',
    tenants: [],
    sign_in_options: [
      {
        provider: 'password',
        sign_in_method: 'password',
        require_display_name: true,
        force_same_device: false,
        email_link: false,
        password: true,
        disable_sign_up: { status: false },
      },
    ],
    ...changes,
  };
}

async function read(input: RequestInfo | URL, init: RequestInit | undefined) {
  const request = input instanceof Request ? input : undefined;
  const url = new URL(request?.url ?? String(input), 'http://local');
  const text = request ? await request.clone().text() : String(init?.body ?? '');
  const signal = request?.signal ?? init?.signal ?? undefined;
  const call: Call = {
    path: url.pathname.replace(/^\/auth\/v1/, ''),
    method: request?.method ?? init?.method ?? 'GET',
    body: text ? JSON.parse(text) : {},
    headers: new Headers(request?.headers ?? init?.headers),
    aborted: () => signal?.aborted ?? false,
  };
  return { call, signal };
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Answers calls of `/auth/v1` (and others, by full path); an unexpected call is a 404. Returns the
 * calls in order.
 */
export function authServer(replies: Replies): Call[] {
  const calls: Call[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { call, signal } = await read(input, init);
    calls.push(call);
    const found = replies[call.path];
    const reply = typeof found === 'function' ? found(call.body, call) : found;
    const { status = 200, body = {}, headers, after } = reply ?? refusal('not_found', 404);
    if (after) await pause(after, signal);
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  });
  return calls;
}

/** A server that cannot be reached. */
export function noServer(): void {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
}
