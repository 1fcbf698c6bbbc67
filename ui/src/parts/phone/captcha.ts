import { ApiError } from '../../api/api-error.ts';
import { getCaptcha } from '../../api/auth.ts';

/* The check that a person asks for a text message. */

/** The kind of check, and the site's public key at a vendor. */
export interface CaptchaSettings {
  kind: 'proof_of_work' | 'recaptcha' | 'hcaptcha' | 'turnstile';
  siteKey?: string;
}

/** How long a vendor's script may take. */
const scriptLimitMs = 5000;

interface VendorApi {
  render: (place: HTMLElement, options: Record<string, unknown>) => unknown;
  execute: (id: unknown) => void;
  reset: (id: unknown) => void;
}

type Vendor = Exclude<CaptchaSettings['kind'], 'proof_of_work'>;

const vendors: Record<Vendor, { script: string; name: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    name: 'turnstile',
  },
};

const loaded = new Map<Vendor, Promise<VendorApi>>();

function load(vendor: Vendor): Promise<VendorApi> {
  const known = loaded.get(vendor) ?? loadScript(vendor);
  loaded.set(vendor, known);
  // A script that failed may be tried again.
  known.catch(() => loaded.delete(vendor));
  return known;
}

function loadScript(vendor: Vendor): Promise<VendorApi> {
  const { script, name } = vendors[vendor];
  const ready = `paragrafCaptcha_${vendor}`;
  const host = window as unknown as Record<string, unknown>;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('Timeout reached for loading script')),
      scriptLimitMs,
    );
    host[ready] = () => {
      clearTimeout(timer);
      resolve(host[name] as VendorApi);
    };
    const element = document.createElement('script');
    element.src = `${script}?render=explicit&onload=${ready}`;
    element.async = true;
    element.onerror = () => {
      clearTimeout(timer);
      reject(new Error('Error while loading script'));
    };
    document.head.append(element);
  });
}

interface Rendering {
  settings: CaptchaSettings & { kind: Vendor };
  /** `recaptchaParameters` of the option. */
  parameters: Record<string, unknown>;
  /** An empty token when the last one has expired. */
  onToken: (token: string) => void;
}

/* Asks the invisible captcha on the page for a token. */
let askInvisible: (() => Promise<string>) | undefined;

/** Shows a vendor's captcha in an element; returns a function that removes it. */
export async function renderVendor(
  place: HTMLElement,
  { settings, parameters, onToken }: Rendering,
): Promise<() => void> {
  const api = await load(settings.kind);
  let waiting: ((token: string) => void) | undefined;
  const id = api.render(place, {
    ...parameters,
    sitekey: settings.siteKey ?? '',
    callback: (token: string) => {
      onToken(token);
      waiting?.(token);
    },
    'expired-callback': () => onToken(''),
  });
  const ask = () =>
    new Promise<string>((resolve) => {
      waiting = resolve;
      api.execute(id);
    });
  if (parameters.size === 'invisible') askInvisible = ask;
  return () => {
    if (askInvisible === ask) askInvisible = undefined;
    api.reset(id);
    place.replaceChildren();
  };
}

/** A token without a box on the page. */
export async function silentToken({ kind }: CaptchaSettings, signal: AbortSignal): Promise<string> {
  if (kind === 'proof_of_work') return solveOwn(signal);
  if (!askInvisible) throw new ApiError(0, 'captcha_check_failed', 'There is no captcha.');
  return askInvisible();
}

/** Does the work that this server asks for; returns the token. */
export async function solveOwn(signal: AbortSignal): Promise<string> {
  const { challenge } = await getCaptcha(signal);
  if (!challenge) throw new ApiError(0, 'captcha_check_failed', 'There is no challenge.');
  const { solveChallenge } = await import('./proof-of-work.ts');
  return solveChallenge(challenge, signal);
}
