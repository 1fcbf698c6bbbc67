import type {
  AuthConfig,
  Persistence,
  SecondFactorAnswer,
  SessionAnswer,
} from '../../api/auth-types.ts';
import type { CaptchaSettings } from '../../parts/phone/captcha.ts';
import type { AuthResult } from './auth-result.ts';
import type { MergeConflict } from './merge-conflict.ts';
import type { PageId } from './pages.ts';
import type { Mismatch, Pending } from './provider-answers.ts';

/** Whether sign-up is closed, and the contact for questions. */
export interface Closed {
  status: boolean;
  contact: { adminEmail?: string; helpLink?: string };
}

export interface Callbacks {
  signInSuccessWithAuthResult?: (result: AuthResult, redirectUrl?: string) => boolean;
  /** The older callback; only called when the one above is absent. */
  signInSuccess?: (
    user: AuthResult['user'],
    credential: AuthResult['credential'],
    redirectUrl?: string,
  ) => boolean;
  /** A guest cannot become the account that signed in; the widget ends after it. */
  signInFailure?: (error: MergeConflict) => Promise<void> | void;
  uiShown?: () => void;
  /** The page for choosing a tenant appears, and disappears. */
  selectTenantUiShown?: () => void;
  selectTenantUiHidden?: () => void;
  /** The widget of a tenant appears; `null` is the default tenant. */
  signInUiShown?: (tenantId: string | null) => void;
  /** Before the success callback; returns the same user. */
  beforeSignInSuccess?: (
    user: SessionAnswer['user'],
  ) => Promise<SessionAnswer['user']> | SessionAnswer['user'];
  uiChanged?: (from: PageId | null, to: PageId) => void;
}

/** How a mailed link continues. The keys for apps have no effect: the product is a website. */
interface ActionCodeSettings {
  /** May be relative to the current address. */
  url?: string | undefined;
  handleCodeInApp?: boolean;
  iOS?: { bundleId: string };
  android?: { packageName: string; installApp?: boolean; minimumVersion?: string };
  dynamicLinkDomain?: string;
}

export type ProviderOutcome =
  | { kind: 'session'; session: SessionAnswer; provider?: string }
  | { kind: 'secondFactor'; required: SecondFactorAnswer; provider?: string }
  | { kind: 'linking'; pending: Pending }
  | { kind: 'mismatch'; mismatch: Mismatch }
  | { kind: 'conflict'; transaction: string; pending?: Pending };

export interface ProviderVisit {
  flow: 'popup' | 'redirect';
  loginHint?: string;
  /** Whether a guest becomes the account. */
  asGuest?: boolean;
  /** Whether only the hinted account is wanted. */
  expected?: boolean;
}

/** How to reach a provider's site; without it the buttons report that the method is off. */
export interface ProviderClient {
  open(provider: SignInOption, visit: ProviderVisit, signal: AbortSignal): Promise<ProviderOutcome>;
  /** The result of a redirect visit, or of one that is asked about again. */
  result(
    visit: { transaction: string; acceptsMismatch: boolean },
    signal: AbortSignal,
    asGuest: boolean,
  ): Promise<ProviderOutcome>;
  link(pending: Pending, session: SessionAnswer, signal: AbortSignal): Promise<SessionAnswer>;
}

/** One sign-in option, parsed and completed. */
export interface SignInOption {
  provider: string;
  providerName?: string;
  fullLabel?: string;
  buttonColor?: string;
  textColor?: string;
  iconUrl?: string;
  loginHintKey?: string;
  /** The site's client ID at the provider, for accounts that the browser offers by itself. */
  clientId?: string;
  fedcmConfigUrl?: string;
  /** The issuer whose accounts the browser may offer; others are refused. */
  authMethod?: string;
  /** Whether an account that signed in before may sign in without a click. */
  autoSignIn: boolean;
  scopes: string[];
  customParameters?: Record<string, string>;
  requireDisplayName: boolean;
  signInMethod: 'password' | 'emailLink';
  /** Both may be enabled; `signInMethod` decides for new accounts. */
  allowPassword: boolean;
  allowEmailLink: boolean;
  forceSameDevice: boolean;
  emailLinkSignIn?: () => ActionCodeSettings;
  disableSignUp: Closed;
  recaptchaParameters: Record<string, unknown>;
  defaultCountry?: string;
  defaultNationalNumber?: string;
  loginHint?: string;
  whitelistedCountries?: string[];
  blacklistedCountries?: string[];
  hd?: string | RegExp;
}

/** A tenant that can be chosen, or `*` for all that have no entry. */
export interface TenantOption {
  /** Empty for the default tenant. */
  id: string;
  displayName?: string;
  /** Label of the button; replaces the default one. */
  fullLabel?: string;
  buttonColor?: string;
  textColor?: string;
  iconUrl?: string;
  /** The addresses that belong here; none for all. */
  domains: Array<string | RegExp>;
  /** The keys of the widget that the tenant sets. */
  settings: ConfigInput;
}

export type LinkTarget = string | (() => void);

/** The configuration as the widget uses it. */
export interface Config {
  autoUpgradeAnonymousUsers: boolean;
  callbacks: Callbacks;
  credentialHelper: 'none' | 'passkey' | 'googleyolo';
  immediateFederatedRedirect: boolean;
  popupMode: boolean;
  tosUrl?: LinkTarget;
  privacyPolicyUrl?: LinkTarget;
  queryParameterForSignInSuccessUrl: string;
  queryParameterForWidgetMode: string;
  signInFlow: 'popup' | 'redirect';
  /** Other origins at which a sign-in or a mailed link may continue. */
  continueOrigins: string[];
  /** Whether a reader is signed in already. */
  signedIn: () => boolean;
  signInOptions: SignInOption[];
  signInSuccessUrl?: string;
  siteName?: string;
  widgetUrl?: string;
  adminRestrictedOperation: Closed;
  persistence: Persistence;
  mountDelayMs: number;
  uiLanguage?: 'en' | 'ro';
  securityProfile: AuthConfig['security_profile'];
  emailPrivacy: AuthConfig['email_privacy'];
  passwordMin: number;
  captcha: CaptchaSettings;
  providers?: ProviderClient;
  /** Host of the sign-in server, which is that of the page; required with `tenants`. */
  authDomain?: string;
  /** The tenant of this widget; empty is the default one, and `undefined` not chosen yet. */
  tenantId?: string;
  /** How a tenant is chosen, when there are any. */
  displayMode: 'optionFirst' | 'identifierFirst';
  tenants: TenantOption[];
  /** Fetches the settings of a chosen tenant. */
  loadTenant?: (tenantId: string, signal: AbortSignal) => Promise<ConfigInput>;
  /** Replaces the current address; an app's router may provide its own. */
  replaceUrl: (url: string) => void;
}

/** The configuration a host may pass: keys in any case, options also as plain provider names. */
export type ConfigInput = Record<string, unknown>;
