import { ApiError } from './api-error.ts';
import { authCall } from './auth-call.ts';
import { openCentred } from './popup-window.ts';
import { accessToken } from './session.ts';
import type { components } from './types.gen.ts';
import { ofWidgetTenant } from './widget-tenant.ts';

type Schemas = components['schemas'];

/** The purpose of a visit to the provider. */
export type VisitRequest = Omit<Schemas['StartInput'], 'flow'>;

/* The channel on which the returning window reports; see `src/web/auth/return.js`. */
const channelName = 'paragraf::provider';
const lookEvery = 250;
/* A window that is closing may have a message in flight. */
const messageGrace = 750;

/* A visit of a signed-in reader belongs to the account. */
async function start(provider: string, body: Schemas['StartInput'], signal: AbortSignal) {
  const path = `/idp/${encodeURIComponent(provider)}/start`;
  const forAccount = body.purpose !== undefined && body.purpose !== 'sign_in';
  const bearer = forAccount ? await accessToken() : null;
  // A signed-in reader's token names the tenant.
  const caller = bearer ? { bearer } : ofWidgetTenant();
  return authCall<Schemas['Started']>(path, { body, signal, ...caller });
}

/**
 * Opens a window for the provider's page; `null` where the browser blocks it. Call it directly in
 * the click handler, before any `await`, or every browser blocks it.
 */
export function providerWindow(): Window | null {
  return openCentred('', 'paragraf-provider');
}

/**
 * Opens the provider in a window, waits for its return and resolves to the visit's transaction.
 *
 * Rejects with `popup_closed_by_user` when the window was closed.
 */
export async function visitInWindow(
  opened: Window,
  provider: string,
  request: VisitRequest,
  signal: AbortSignal,
): Promise<string> {
  const channel = new BroadcastChannel(channelName);
  try {
    const begun = await start(provider, { ...request, flow: 'popup' }, signal);
    opened.location.href = begun.authorization_url;
    await backFrom(opened, begun.transaction, channel, signal);
    return begun.transaction;
  } finally {
    channel.close();
    opened.close();
  }
}

function backFrom(
  opened: Window,
  transaction: string,
  channel: BroadcastChannel,
  signal: AbortSignal,
): Promise<void> {
  let look: ReturnType<typeof setInterval> | undefined;
  let end: ReturnType<typeof setTimeout> | undefined;
  const back = new Promise<void>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<{ back?: string } | null>) => {
      if (data?.back !== transaction) return;
      channel.postMessage({ heard: transaction });
      resolve();
    };
    look = setInterval(() => {
      if (!opened.closed || end) return;
      const closed = new ApiError(0, 'popup_closed_by_user', 'The window was closed.');
      end = setTimeout(() => reject(closed), messageGrace);
    }, lookEvery);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return back.finally(() => {
    clearInterval(look);
    clearTimeout(end);
  });
}

/** Opens the provider in this page; the result is read after the return. */
export async function leaveForProvider(
  provider: string,
  request: VisitRequest,
  signal: AbortSignal,
): Promise<never> {
  const begun = await start(provider, { ...request, flow: 'redirect' }, signal);
  window.location.assign(begun.authorization_url);
  return new Promise<never>(() => {});
}
