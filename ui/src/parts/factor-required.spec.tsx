import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { adoptSession, sessionSnapshot } from '../api/session.ts';
import { authServer, exampleAuthConfig, exampleSession, refusal } from '../test/auth-server.ts';
import { startedFactor } from '../test/example-factor.ts';
import { renderApp } from '../test/render-app.tsx';
import { fill, freshWidget, pageId, pass, press } from '../test/widget.tsx';
import { VerificationGate } from './verification-gate.tsx';

beforeEach(freshWidget);

const factor = { id: 'f1', kind: 'totp', display_name: '', enrolled_at: '2026-11-21T09:00:00Z' };

async function open(replies: Parameters<typeof authServer>[0], atOpen = false, email = true) {
  authServer({ '/config': { body: exampleAuthConfig() }, ...replies });
  const session = exampleSession({ enrolment_required: true });
  if (!email) delete session.user.email;
  adoptSession(session);
  const app = renderApp({
    element: (
      <VerificationGate open={atOpen}>
        <p>The screen</p>
      </VerificationGate>
    ),
  });
  await pass();
  await act(() => vi.dynamicImportSettled());
  await pass();
  return app;
}
const shown = () => screen.queryByText('The screen') !== null;

test('M13 page 44 stands in place of the screen until the recovery codes are saved', async () => {
  await open({
    '/mfa/enroll/start': { body: startedFactor },
    '/mfa/enroll/finalize': {
      body: { session: exampleSession(), factor, recovery_codes: ['k7mq-2xwd-9fhr-t3ve'] },
    },
  });
  expect([pageId(), shown()]).toEqual(['mfaEnroll', false]);
  await press('Set up an app');
  expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeInTheDocument();
  expect(screen.getByTitle('QR code for the authenticator app')).toBeInTheDocument();
  fill('Code from the app', '123456');
  await press('Add');
  expect(screen.getByText('k7mq-2xwd-9fhr-t3ve')).toBeInTheDocument();
  expect(shown()).toBe(false);
  await press('I have saved them');
  expect(shown()).toBe(true);
});

test('an unconfirmed address is confirmed first, and the reader can leave', async () => {
  await open({ '/mfa/enroll/start': refusal('unverified_email', 403), '/sign-out': { body: {} } });
  await press('Set up an app');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Confirm your e-mail address in this browser first.',
  );
  expect(screen.getByRole('button', { name: 'Send again' })).toBeInTheDocument();
  await press('Sign out');
  expect(sessionSnapshot().status).toBe('signed_out');
  expect(shown()).toBe(true);
});

test('some screens are open all the same', async () => {
  await open({}, true);
  expect(shown()).toBe(true);
});

test('M28 an account without an address is led to the page that adds one', async () => {
  const { address } = await open({}, false, false);
  expect(screen.queryByRole('button', { name: 'Set up an app' })).toBeNull();
  await press('Add an e-mail address');
  expect(address()).toBe('/app?screen=account');
});
