import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/setup.ts';
import { authServer, refusal } from '../../test/auth-server.ts';
import {
  dialogText,
  freshPhoneWidget,
  phone,
  robot,
  sent,
  solve,
  startPhone,
} from '../../test/phone-widget.tsx';
import {
  errorOf,
  field,
  fill,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';

beforeEach(freshPhoneWidget);

const romania = { ...phone, whitelistedCountries: ['RO'] };

describe('phone entry', () => {
  test.each(['', '+', '+40'])(
    'T01 %j is no number, and the captcha is not checked',
    async (text) => {
      const { calls } = await startPhone();
      expect(pageId()).toBe('phoneSignInStart');
      fill('Phone number', text);
      await press('Verify');
      expect(errorOf('Phone number')).toBe('Enter a valid phone number');
      expect(screen.queryByText('Solve the reCAPTCHA')).toBeNull();
      expect(field('Phone number')).toHaveFocus();
      expect(calls).toEqual([]);
    },
  );

  test('T02 an unsolved captcha has an error, which goes when it is solved', async () => {
    const { calls } = await startPhone();
    fill('Phone number', '0722123456');
    await press('Verify');
    expect(screen.getByText('Solve the reCAPTCHA')).toBeInTheDocument();
    expect(robot()).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
    await solve();
    expect(screen.queryByText('Solve the reCAPTCHA')).toBeNull();
    expect(robot()).toBeChecked();
    expect(field('Phone number')).toHaveValue('0722123456');
  });

  test('T03 a code outside of the list empties the field', async () => {
    const { calls } = await startPhone({}, romania);
    fill('Phone number', '+49 1512 3456789');
    await press('Verify');
    expect(errorOf('Phone number')).toBe('The country code provided is not supported.');
    expect(field('Phone number')).toHaveValue('');
    expect(field('Phone number')).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('T04 T13 the number is sent as typed with its country, a dialog follows, then the code', async () => {
    const { calls } = await startPhone({ '/phone/send': { body: sent, after: 200 } });
    fill('Phone number', '0722 123 456');
    await solve();
    await press('Verify');
    expect(dialogText()).toContain('Verifying');
    expect(calls.at(-1)?.body).toEqual({
      phone: '0722 123 456',
      country: 'RO',
      captcha: 'solved',
      lang: 'en',
    });
    await pass(200);
    expect(dialogText()).toContain('Code sent!');
    await pass(999);
    expect(pageId()).toBe('phoneSignInStart');
    await pass(1);
    expect(pageId()).toBe('phoneSignInFinish');
    expect(screen.getByText('The code can be sent again in 0:15.')).toBeInTheDocument();
    expect(field('6-digit code')).toHaveFocus();
    expect(field('6-digit code')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('6-digit code')).toHaveAttribute('inputmode', 'numeric');
  });

  test('a typed code switches the country at once and is cut off', async () => {
    const { calls } = await startPhone();
    fill('Phone number', '+49');
    expect(screen.getByRole('button', { name: 'Country: Germany, +49' })).toBeInTheDocument();
    fill('Phone number', '+491512345');
    await solve();
    await press('Verify');
    expect(calls.at(-1)?.body).toMatchObject({ phone: '1512345', country: 'DE' });
  });

  test('T10 a number over its limit has a message, and the captcha begins again', async () => {
    await startPhone({ '/phone/send': refusal('too_many_requests', 429) });
    fill('Phone number', '0722123456');
    await solve();
    await press('Verify');
    expect(infoBar()).toContain('This phone number has been used too many times');
    expect(dialogText()).toBeNull();
    expect(robot()).not.toBeChecked();
    expect(field('Phone number')).toHaveValue('0722123456');
  });

  test.each([
    ['invalid_phone_number', 'Enter a valid phone number'],
    [
      'no_text_messages',
      'This number cannot receive text messages. Enter the number of a mobile phone.',
    ],
  ])('the refusal %s is at the field', async (code, text) => {
    await startPhone({ '/phone/send': refusal(code) });
    fill('Phone number', '021 312 3456');
    await solve();
    await press('Verify');
    expect(errorOf('Phone number')).toBe(text);
    await pass(50);
    expect(field('Phone number')).toHaveFocus();
    expect(robot()).not.toBeChecked();
  });

  test('a captcha that cannot be fetched says so under its box', async () => {
    await startPhone({ '/captcha': refusal('unavailable', 503) });
    await solve();
    expect(screen.getByText(/^The service is not available at the moment/)).toBeInTheDocument();
    expect(robot()).not.toBeChecked();
  });

  test('an invisible captcha has no box and is solved on Verify', async () => {
    const option = { ...phone, recaptchaParameters: { size: 'invisible' } };
    const { calls } = await startPhone({}, option);
    expect(screen.queryByRole('checkbox')).toBeNull();
    fill('Phone number', '0722123456');
    await press('Verify');
    await pass();
    expect(calls.map(({ path }) => path)).toEqual(['/captcha', '/phone/send']);
    expect(calls.at(-1)?.body).toMatchObject({ captcha: 'solved' });
  });

  test('a vendor whose script does not load leads back to the list', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    authServer({});
    const signInOptions = [{ provider: 'password' }, phone];
    await openWidget({ signInOptions, captcha: { kind: 'turnstile', siteKey: 'k' } });
    await press(/Sign in with phone/);
    expect(pageId()).toBe('phoneSignInStart');
    const script = document.querySelector('script[src^="https://challenges.cloudflare.com/"]');
    expect(script).not.toBeNull();
    await pass(5000);
    expect(pageId()).toBe('providerSignIn');
    expect(infoBar()).toContain('could not be loaded');
    script?.remove();
    expect(errors).toHaveBeenCalledOnce();
    errors.mockClear();
  });

  test('Cancel leads to the list, and is missing where phones are the only way', async () => {
    await startPhone();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.queryByText(/By pressing Verify/)).toBeNull();
  });

  test('the terms speak of the text message', async () => {
    const terms = { tosUrl: '/terms', privacyPolicyUrl: '/privacy' };
    const first = await startPhone({}, phone, terms);
    expect(screen.getByText(/By pressing Verify you accept/)).toBeInTheDocument();
    first.unmount();
    await openWidget({ signInOptions: [{ provider: 'password' }, phone], ...terms });
    await press(/Sign in with phone/);
    expect(screen.getByText(/When you press Verify/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Terms of use' })).toBeInTheDocument();
    await press('Cancel');
    expect(pageId()).toBe('providerSignIn');
  });
});

describe('the list of countries', () => {
  const names = () => screen.getAllByRole('option').map((option) => option.textContent);

  async function open() {
    await press(/^Country:/);
    return screen.getByRole('combobox');
  }

  test('is sorted by name, filtered by name and code, and chosen from by keyboard', async () => {
    await startPhone();
    const search = await open();
    expect(names()).toEqual(['DEGermany+49', 'MDMoldova+373', 'RORomania+40']);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Romania');
    fireEvent.change(search, { target: { value: '+37' } });
    expect(names()).toEqual(['MDMoldova+373']);
    fireEvent.change(search, { target: { value: 'zz' } });
    expect(screen.getByText('No country with this name')).toBeInTheDocument();
    fireEvent.change(search, { target: { value: '' } });
    fireEvent.keyDown(search, { key: 'ArrowUp' });
    fireEvent.keyDown(search, { key: 'Enter' });
    await pass();
    expect(screen.getByRole('button', { name: 'Country: Moldova, +373' })).toBeInTheDocument();
  });

  test('is in the language of the page', async () => {
    await showLanguage('ro');
    await startPhone();
    await press(/^Țara:/);
    expect(names()).toEqual(['DEGermania+49', 'MDRepublica Moldova+373', 'RORomânia+40']);
    await showLanguage('en');
  });
});
