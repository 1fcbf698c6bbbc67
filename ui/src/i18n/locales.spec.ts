import { describe, expect, test } from 'vitest';
import { sources } from '../test/sources.ts';
import { languages } from './language.ts';
import { texts as account } from './locales/en/account-texts.ts';
import { texts as app } from './locales/en/index.ts';

type Tree = { [key: string]: string | Tree };
const plural = /_(zero|one|two|few|many|other)$/;

const files = import.meta.glob<Tree>('./locales/*/*.json', { eager: true, import: 'default' });

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === 'string') flat.set(path, value);
    else for (const [inner, text] of flatten(value, path)) flat.set(inner, text);
  }
  return flat;
}

/* All texts of a language, by the name of their file. */
function textsOf(language: string): Map<string, string> {
  const folder = `./locales/${language}/`;
  const own = Object.entries(files).filter(([path]) => path.startsWith(folder));
  return flatten(Object.fromEntries(own.map(([path, tree]) => [path.slice(folder.length), tree])));
}

const all = { en: textsOf('en'), ro: textsOf('ro') };
const bases = (keys: Map<string, string>) =>
  [...new Set([...keys.keys()].map((key) => key.replace(plural, '')))].sort();
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([whole]) => whole).sort();

describe('locales', () => {
  test('S12 both languages have the same texts, and none is empty', () => {
    expect(bases(all.ro)).toEqual(bases(all.en));
    for (const [key, text] of [...all.en, ...all.ro]) expect(text.trim(), key).not.toBe('');
  });

  test.each(languages)('%s has every plural form of its language', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = [...all[language].keys()].filter((key) => plural.test(key));
    for (const base of new Set(keys.map((key) => key.replace(plural, '')))) {
      const has = keys.filter((key) => key.replace(plural, '') === base);
      expect(has.sort(), base).toEqual(forms.map((form) => `${base}_${form}`).sort());
    }
  });

  test('S12 a text has the same placeholders in both languages', () => {
    for (const [key, text] of all.en) {
      const other = all.ro.get(key);
      if (other !== undefined) expect(placeholders(other), key).toEqual(placeholders(text));
    }
    for (const [key, text] of all.ro) {
      if (!key.endsWith('_few')) continue;
      expect(placeholders(text), key).toEqual(
        placeholders(all.ro.get(key.replace('_few', '_other')) ?? ''),
      );
    }
  });

  test('Romanian uses ș and ț with a comma below', () => {
    for (const { path, text } of sources('.json', '.ts', '.tsx')) {
      if (!path.endsWith('locales.spec.ts')) expect(text, path).not.toMatch(/[ŞşŢţ]/);
    }
  });

  test('the texts that the specification fixes', () => {
    const { home, article, pages, feed, common } = app;
    expect(home.server_issue).toBe(
      'The law changes could not be loaded from the database. Please try again later.',
    );
    expect(article.link_copied).toBe('Link copied to clipboard!');
    expect(article.link_not_copied).toBe('Failed to copy link. Please copy the URL manually.');
    expect(article.report_issue).toBe('Report Issue');
    expect(article.track_law).toBe('Track Law');
    expect(article.steps).toBe('Implementation Steps');
    expect(pages.notifications.none).toBe('No notifications');
    expect(pages.chat.title).toBe('Meet the assistant');
    expect(pages.chat.soon).toBe('Coming soon');
    expect(feed.importance.level_0).toBe('Unknown Impact');
    expect(common.error.title).toBe('Unexpected Application Error!');
  });

  test('the sign-in texts that the specification fixes', () => {
    const { auth_errors: said, sign_in } = account;
    const fixed: Partial<Record<keyof typeof said, string>> = {
      email_required: 'Enter your email address to continue',
      email_incorrect: "That email address isn't correct",
      password_required: 'Enter your password',
      name_required: 'Enter your account name',
      phone_required: 'Enter a valid phone number',
      country_not_supported: 'The country code provided is not supported.',
      captcha_unsolved: 'Solve the reCAPTCHA',
      wrong_code: 'Wrong code. Try again.',
      session_expired: 'Your sign-in session has expired. Please try again.',
      email_mismatch: 'The email provided does not match the current sign-in session.',
      storage_unsupported:
        'The browser you are using does not support Web Storage. Please try again in a different browser.',
      credential_not_supported:
        'The selected credential for the authentication provider is not supported!',
      reset_not_sent: 'Unable to send password reset code to specified email',
      something_went_wrong: 'Something went wrong. Please try again.',
      no_means_of_sign_in:
        'This email already exists without any means of sign-in. Please reset the password to recover.',
      merge_conflict:
        'The current anonymous user failed to upgrade. The non-anonymous credential is already associated with a different user account.',
      email_already_in_use: 'The email address is already used by another account',
      requires_recent_login: 'Please login again to perform this operation',
      user_token_expired: 'Please login again to perform this operation',
      too_many_requests:
        'You have entered an incorrect password too many times. Please try again in a few minutes.',
      too_many_sign_ups:
        'Too many account requests are coming from your IP address. Try again in a few minutes.',
      too_many_messages: 'This phone number has been used too many times',
      user_cancelled: 'Please authorize the required permissions to sign in to the application',
      user_not_found: "That email address doesn't match an existing account",
      wrong_password: "The email and password you entered don't match",
      network_request_failed: 'A network error has occurred',
      invalid_phone_number: 'Enter a valid phone number',
      invalid_verification_code: 'Wrong code. Try again.',
      code_expired: 'This code is no longer valid',
      expired_action_code: 'This code has expired.',
      invalid_action_code:
        'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
    };
    expect(said).toMatchObject(fixed);
    expect(sign_in.link.trouble_getting_email).toBe('Trouble getting email?');
    expect(sign_in.title.email_not_received).toBe('Trouble getting email?');
    expect(sign_in.link.learn_more).toBe('Learn More');
    expect(sign_in.title.unauthorized).toBe('Not Authorized');
  });
});
