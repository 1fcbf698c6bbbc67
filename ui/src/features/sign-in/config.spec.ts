import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isMobile } from '../../browser.ts';
import { exampleAuthConfig } from '../../test/auth-server.ts';
import { emailOption, fromServer, readConfig, termsOf } from './config.ts';
import type { ConfigInput } from './config-types.ts';

const options = { signInOptions: ['password'] };
const read = (input: ConfigInput = {}) => readConfig({ ...options, ...input });
const phone = (more: object) => read({ signInOptions: [{ provider: 'phone', ...more }] });

/* Warnings for developers are expected here. */
function complaints(): string[] {
  const spy = vi.spyOn(console, 'error');
  const said = spy.mock.calls.map(([text]) => String(text));
  spy.mockClear();
  return said;
}

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('root keys', () => {
  test('the defaults', () => {
    expect(read()).toMatchObject({
      signInFlow: 'redirect',
      credentialHelper: 'none',
      popupMode: false,
      immediateFederatedRedirect: false,
      queryParameterForWidgetMode: 'mode',
      queryParameterForSignInSuccessUrl: 'signInSuccessUrl',
      persistence: 'local',
      mountDelayMs: 100,
    });
  });

  test('keys are found in any case', () => {
    expect(read({ SIGNINFLOW: 'popup', siteNAME: 'x' })).toMatchObject({
      signInFlow: 'popup',
      siteName: 'x',
    });
  });

  test('an unknown key is named in the console, and the rest applies', () => {
    expect(read({ siteNam: 'x', siteName: 'y' }).siteName).toBe('y');
    expect(complaints()).toEqual(['[sign-in] Invalid configuration key: siteNam']);
  });

  test.each([
    [{ signInFlow: 'window' }, { signInFlow: 'redirect' }],
    [{ credentialHelper: 'other' }, { credentialHelper: 'none' }],
    [{ credentialHelper: 'googleyolo' }, { credentialHelper: 'googleyolo' }],
    [{ persistence: 'ever' }, { persistence: 'local' }],
    [{ popupMode: true }, { popupMode: true }],
  ])('%j is read as %j', (input, expected) => {
    expect(read(input)).toMatchObject(expected);
  });

  test('a window of its own is not for mobile browsers', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15)');
    expect(read({ popupMode: true }).popupMode).toBe(false);
    expect(isMobile('Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  });

  test('a later configuration changes only its own keys', () => {
    const first = read({ siteName: 'a', signInFlow: 'popup' });
    expect(readConfig({ siteName: 'b' }, first)).toMatchObject({
      siteName: 'b',
      signInFlow: 'popup',
    });
  });

  test.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'VBScript:x'])(
    'the address %j is not used',
    (url) => {
      expect(read({ signInSuccessUrl: url }).signInSuccessUrl).toBeUndefined();
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test('upgrading anonymous readers needs the callback for conflicts', () => {
    read({ autoUpgradeAnonymousUsers: true });
    expect(complaints()).toHaveLength(1);
    read({ autoUpgradeAnonymousUsers: true, callbacks: { signInFailure: () => {} } });
    expect(complaints()).toEqual([]);
  });

  test('two success callbacks are one too many', () => {
    const both = { signInSuccess: () => true, signInSuccessWithAuthResult: () => true };
    read({ callbacks: both });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('W07 terms and privacy: both or neither', () => {
    expect(termsOf(read({ tosUrl: '/t', privacyPolicyUrl: '/p' }))).toEqual({
      tos: '/t',
      privacy: '/p',
    });
    expect(warn).not.toHaveBeenCalled();
    expect(termsOf(read({ privacyPolicyUrl: '/p' }))).toBeUndefined();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('tosUrl is missing')]]);
    warn.mockClear();
    expect(termsOf(read())).toBeUndefined();
    expect(warn).not.toHaveBeenCalled();
  });

  test('a configuration without sign-in options is refused', () => {
    readConfig({ signInOptions: [] });
    expect(complaints()).toEqual(['[sign-in] signInOptions names no way to sign in.']);
  });
});

describe('options', () => {
  test('names and objects are both options; what has no provider is dropped, doubles are kept', () => {
    const signInOptions = ['password', null, {}, '', { provider: 'phone' }, 'password'];
    expect(read({ signInOptions }).signInOptions.map(({ provider }) => provider)).toEqual([
      'password',
      'phone',
      'password',
    ]);
  });

  test('defaults', () => {
    expect(emailOption(read())).toMatchObject({
      requireDisplayName: true,
      signInMethod: 'password',
      allowPassword: true,
      allowEmailLink: false,
      forceSameDevice: false,
      disableSignUp: { status: false, contact: {} },
      scopes: [],
    });
  });

  test('anything but emailLink means password', () => {
    const [one, two] = read({
      signInOptions: [
        { provider: 'password', signInMethod: 'emailLink' },
        { provider: 'password', signInMethod: 'link' },
      ],
    }).signInOptions;
    expect(one).toMatchObject({ signInMethod: 'emailLink', allowEmailLink: true });
    expect(two).toMatchObject({ signInMethod: 'password', allowPassword: true });
  });

  test('parameters that the widget sets itself are removed', () => {
    const [google, github] = read({
      signInOptions: [
        { provider: 'google.com', customParameters: { login_hint: 'x', prompt: 'y' }, scopes: 'z' },
        { provider: 'github.com', customParameters: { login: 'x' }, scopes: ['repo'] },
      ],
    }).signInOptions;
    expect(google).toMatchObject({
      customParameters: { prompt: 'y' },
      loginHintKey: 'login_hint',
      scopes: [],
    });
    expect(github).toMatchObject({ customParameters: {}, loginHintKey: 'login', scopes: ['repo'] });
  });

  test('captcha keys of our own are removed, and named', () => {
    const [option] = phone({
      recaptchaParameters: { sitekey: 'x', size: 'invisible' },
    }).signInOptions;
    expect(option?.recaptchaParameters).toEqual({ size: 'invisible' });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('sitekey')]]);
  });

  test.each([
    [{ whitelistedCountries: [] }, 'non-empty array'],
    [{ whitelistedCountries: 'RO' }, 'non-empty array'],
    [{ blacklistedCountries: 'RO' }, 'must be an array'],
    [{ whitelistedCountries: ['RO'], blacklistedCountries: [] }, 'not both'],
    [{ whitelistedCountries: ['XX', 'nowhere'] }, 'no country that exists'],
  ])('T12 %j is refused when it is set', (lists, text) => {
    expect(() => phone(lists)).toThrow(text);
  });

  test('T12 codes of both kinds may be mixed, and unknown ones are ignored', () => {
    const [option] = phone({ whitelistedCountries: ['RO', '+373', 'QQ', 7] }).signInOptions;
    expect(option?.whitelistedCountries).toEqual(['RO', '+373']);
  });
});

test("the server's configuration is understood without a complaint", () => {
  const config = readConfig(
    fromServer(
      exampleAuthConfig({
        admin_restricted_operation: { status: true, admin_email: 'a@example.org' },
        email_privacy: 'protected',
        security_profile: 'strict',
      }),
    ),
  );
  expect(complaints()).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
  expect(config).toMatchObject({
    signInFlow: 'popup',
    signInSuccessUrl: '/',
    passwordMin: 8,
    emailPrivacy: 'protected',
    securityProfile: 'strict',
    adminRestrictedOperation: { status: true, contact: { adminEmail: 'a@example.org' } },
  });
});
