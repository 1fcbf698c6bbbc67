import type { Language } from './types.ts';

export type Persistence = 'local' | 'session' | 'none';

/** An account as its owner sees it. */
export interface User {
  uid: string;
  email: string;
  email_verified: boolean;
  display_name: string;
  photo_url?: string | null;
  role: 'reader' | 'editor';
  language: Language;
  sign_in_methods: string[];
  created_at: string;
  last_login_at?: string;
  auth_time: string;
}

/** What every way of signing in gives. */
export interface SessionAnswer {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  user: User;
  is_new_user: boolean;
  persistence: Persistence;
  /** Only with persistence `none`: then there is no cookie. */
  refresh_token?: string;
}

/** Where a reader turns who may not make an account. */
export interface SignUpSwitch {
  status: boolean;
  admin_email?: string | null;
  help_link?: string | null;
}

export interface AuthConfig {
  security_profile: 'seed' | 'balanced' | 'strict';
  email_privacy: 'compat' | 'protected';
  sign_up: boolean;
  sign_in_flow: 'popup' | 'redirect';
  sign_in_success_url: string;
  persistence: Persistence;
  password_min: number;
  verify_email: 'off' | 'soft' | 'hard';
  site_name: string;
  tos_url: string;
  privacy_policy_url: string;
  admin_restricted_operation: SignUpSwitch;
  sign_in_options: Array<{
    provider: string;
    sign_in_method: 'password' | 'emailLink';
    require_display_name: boolean;
    force_same_device: boolean;
    email_link: boolean;
    password: boolean;
    disable_sign_up: SignUpSwitch;
  }>;
}

export type MailKind =
  | 'password_reset'
  | 'email_sign_in'
  | 'verify_email'
  | 'verify_and_change_email';

/** What an action code is for, as far as the server tells. */
export interface CheckedCode {
  kind: string;
  email?: string | null;
  new_email?: string | null;
  previous_email?: string | null;
}

export interface SignedInDevice {
  id: string;
  created_at: string;
  last_used_at: string;
  device: string;
  current: boolean;
}
