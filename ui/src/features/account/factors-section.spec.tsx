import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as work from '../../parts/phone/proof-of-work.ts';
import { startedFactor } from '../../test/example-factor.ts';
import { exampleReader } from '../../test/example-reader.ts';
import { assertion, fakePasskeys } from '../../test/fake-passkeys.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { FactorsSection } from './factors-section.tsx';

const app = { id: 'f1', kind: 'totp', display_name: '', enrolled_at: '2026-11-01T09:00:00Z' };
const none = {
  factors: [] as unknown[],
  max_factors: 5,
  recovery_codes_left: 0,
  has_few_recovery_codes: false,
  is_required: false,
  is_address_proven: true,
};
const one = { ...none, factors: [app], recovery_codes_left: 10 };

const withPhone = {
  second_factor: 'optional',
  sign_in_options: [{ provider: 'phone', countries: ['RO'], default_country: 'RO' }],
  captcha: { kind: 'proof_of_work' },
};

function show(
  overview: unknown,
  replies: Parameters<typeof fakeServer>[0] = {},
  policy = 'optional',
) {
  fakeServer({
    '/auth/v1/config': { body: { second_factor: policy, sign_in_options: [] } },
    '/auth/v1/mfa': () => ({ body: overview }),
    ...replies,
  });
  renderApp({
    element: <FactorsSection reader={exampleReader()} sensitive={(work) => work()} />,
  });
}
const button = (name: string) => screen.findByRole('button', { name });
const asked = (path: string) => sent.filter((request) => request.path === path);

beforeEach(() => showSession({}));

describe('second steps', () => {
  test('an app is added with its first code, and the recovery codes are shown once', async () => {
    const overview = { ...none };
    show(overview, {
      '/auth/v1/mfa/enroll/start': { body: startedFactor },
      '/auth/v1/mfa/enroll/finalize': (_, { body }) => {
        if (body.code === '000000')
          return { status: 400, body: { code: 'invalid_verification_code' } };
        Object.assign(overview, one);
        return {
          body: { session: { user: {} }, factor: app, recovery_codes: ['k7mq-2xwd-9fhr-t3ve'] },
        };
      },
    });
    await userEvent.click(await button('Add an authenticator app'));
    expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    const code = screen.getByLabelText('Code from the app');
    await userEvent.click(await button('Add'));
    expect(code).toHaveAccessibleDescription(/^Wrong code/);
    expect(asked('/auth/v1/mfa/enroll/finalize')).toEqual([]);
    await userEvent.type(code, '000000');
    await userEvent.click(await button('Add'));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^Wrong code/));
    await userEvent.clear(code);
    await userEvent.type(code, '123 456');
    await userEvent.type(screen.getByLabelText('Name (optional)'), ' Telefon ');
    await userEvent.click(await button('Add'));
    expect(await screen.findByText('k7mq-2xwd-9fhr-t3ve')).toBeVisible();
    expect(asked('/auth/v1/mfa/enroll/finalize').at(-1)?.body).toEqual({
      session_info: 'sealed',
      code: '123456',
      display_name: 'Telefon',
    });
    await userEvent.click(await button('I have saved them'));
    expect(screen.queryByText('k7mq-2xwd-9fhr-t3ve')).toBeNull();
    expect(await screen.findByText('You have 10 recovery codes left.')).toBeVisible();
  });

  test('a factor is named and removed, after a question', async () => {
    const overview = { ...one };
    show(overview, {
      '/auth/v1/mfa/rename': { body: {} },
      '/auth/v1/mfa/withdraw': () => {
        Object.assign(overview, none);
        return { body: { user: {} } };
      },
    });
    await userEvent.click(await button('Rename Authenticator app'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Name (optional)'), 'Telefon');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/auth/v1/mfa/rename')[0]?.body).toEqual({
      factor_id: 'f1',
      display_name: 'Telefon',
    });
    await userEvent.click(await button('Remove Authenticator app'));
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Removed.')).toBeVisible();
    expect(asked('/auth/v1/mfa/withdraw')[0]?.body).toEqual({ factor_id: 'f1' });
  });

  test('few recovery codes are a reason to make new ones', async () => {
    // Only a set-up of its own has a clipboard.
    const user = userEvent.setup();
    show(
      { ...one, recovery_codes_left: 2, has_few_recovery_codes: true },
      { '/auth/v1/mfa/recovery-codes': { body: { recovery_codes: ['aaaa-bbbb-cccc-dddd'] } } },
    );
    expect(await screen.findByText(/Make new ones before you run out/)).toBeVisible();
    await user.click(await button('Make new recovery codes'));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.click(await button('Copy'));
    expect(await screen.findByText(/did not allow copying/)).toBeVisible();
    write.mockRestore();
  });

  test('the only factor of an account that must have one cannot be removed', async () => {
    show({ ...one, is_required: true });
    expect(await button('Rename Authenticator app')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Authenticator app' })).toBeNull();
  });

  test('an address that nobody has proven comes first', async () => {
    show({ ...none, is_address_proven: false });
    expect(await screen.findByText(/^Confirm your e-mail address first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add an authenticator app' })).toBeNull();
  });

  test('a refusal is explained, and a list that cannot be loaded can be asked for again', async () => {
    const body = { code: 'maximum_second_factor_count_exceeded' };
    show(none, { '/auth/v1/mfa/enroll/start': { status: 409, body } });
    await userEvent.click(await button('Add an authenticator app'));
    expect(await screen.findByText(/already has as many second steps/)).toBeVisible();
  });

  test('where nobody adds one, only those of before are shown', async () => {
    show(none, {}, 'off');
    await waitFor(() => expect(asked('/auth/v1/mfa')).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Two-step verification' })).toBeNull();
  });

  test('where nobody else adds one, an account that must have one does', async () => {
    show({ ...none, is_required: true }, {}, 'off');
    expect(await button('Add an authenticator app')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toBeVisible();
  });

  test('M17 a number is added with the code that it got', async () => {
    vi.spyOn(work, 'solveChallenge').mockResolvedValue('solved');
    const number = { ...app, kind: 'sms', masked: '••• 3456' };
    const overview = { ...none };
    let taken = true;
    show(overview, {
      '/auth/v1/config': { body: withPhone },
      '/auth/v1/captcha': { body: { kind: 'proof_of_work', challenge: {} } },
      '/auth/v1/mfa/enroll/start': () =>
        taken
          ? { status: 403, body: { code: 'unsupported_first_factor', field: 'phone' } }
          : { body: { session_info: 's1', phone: '+40722123456' } },
      '/auth/v1/mfa/enroll/finalize': () => {
        Object.assign(overview, { ...one, factors: [number] });
        return { body: { session: { user: {} }, factor: number, recovery_codes: ['k7mq'] } };
      },
    });
    await userEvent.click(await button('Add a phone number'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '0722123456');
    await userEvent.click(screen.getByRole('checkbox'));
    await screen.findByText('Checked');
    await userEvent.click(await button('Send the code'));
    expect(
      await screen.findByText(/A number that you sign in with cannot also be your second step/),
    ).toBeVisible();
    taken = false;
    await userEvent.click(screen.getByRole('checkbox'));
    await screen.findByText('Checked');
    await userEvent.click(await button('Send the code'));
    await userEvent.type(await screen.findByLabelText('6-digit code'), '123456');
    await userEvent.click(await button('Continue'));
    expect(await screen.findByText('k7mq')).toBeVisible();
    expect(asked('/auth/v1/mfa/enroll/start').at(-1)?.body).toEqual({
      kind: 'sms',
      phone: '0722123456',
      country: 'RO',
      captcha: 'solved',
      lang: 'en',
    });
    expect(asked('/auth/v1/mfa/enroll/finalize')[0]?.body).toEqual({
      kind: 'sms',
      session_info: 's1',
      code: '123456',
    });
    await userEvent.click(await button('I have saved them'));
    expect(await screen.findByText(/••• 3456/)).toBeVisible();
  });

  test('the policy and the kinds of second steps are those of the account’s tenant', async () => {
    fakePasskeys();
    showSession({ tenantId: 'firma' });
    const own = { second_factor: 'optional', sign_in_options: [{ provider: 'passkey' }] };
    const other = { second_factor: 'off', sign_in_options: [] };
    show(none, {
      '/auth/v1/config': (_, { tenant }) => ({ body: tenant === 'firma' ? own : other }),
    });
    expect(await button('Add a passkey as second step')).toBeVisible();
    vi.unstubAllGlobals();
  });

  test('M25 a passkey is made and becomes a second step', async () => {
    fakePasskeys();
    const key = { ...app, kind: 'passkey' };
    const overview = { ...none };
    const options = { challenge: 'AAAA' };
    show(overview, {
      '/auth/v1/config': {
        body: { second_factor: 'optional', sign_in_options: [{ provider: 'passkey' }] },
      },
      '/auth/v1/mfa/enroll/start': { body: { transaction: 't1', options } },
      '/auth/v1/mfa/enroll/finalize': () => {
        Object.assign(overview, { ...one, factors: [key] });
        return { body: { session: { user: {} }, factor: key, recovery_codes: ['k7mq'] } };
      },
    });
    await userEvent.click(await button('Add a passkey as second step'));
    expect(await screen.findByText('k7mq')).toBeVisible();
    expect(asked('/auth/v1/mfa/enroll/start')[0]?.body).toEqual({ kind: 'passkey' });
    expect(asked('/auth/v1/mfa/enroll/finalize')[0]?.body).toEqual({
      kind: 'passkey',
      transaction: 't1',
      credential: assertion,
    });
    await userEvent.click(await button('I have saved them'));
    expect(await screen.findByText('Passkey')).toBeVisible();
    vi.unstubAllGlobals();
  });
});
