import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import authErrors from '../../i18n/locales/en/auth-errors.json';
import { authServer, exampleAuthConfig, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  at,
  byPassword,
  field,
  fill,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';
import { readConfig, tenantsFromServer } from './config.ts';
import { tenantFor } from './config-tenants.ts';
import type { ConfigInput } from './config-types.ts';

beforeEach(freshWidget);

const firma = { displayName: 'Firma', signInOptions: [{ ...byPassword, hd: 'firma.ro' }] };
const alta = { fullLabel: 'Enter Alta', buttonColor: '#0b5cad', signInOptions: [byPassword] };

/* A host's widget with two tenants; neither is chosen. */
function withTenants(changes: ConfigInput = {}) {
  const authDomain = window.location.host;
  const tenants = { firma, alta };
  return { authDomain, signInOptions: [], tenants, siteName: 'Paragraf', ...changes };
}

function buttons(): string[] {
  return screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
}

describe('choosing a tenant by its button', () => {
  test('S08 two tenants have a button each, and a click opens the widget of one', async () => {
    const calls = authServer({ '/methods': { body: { methods: ['password'] } } });
    const callbacks = {
      selectTenantUiShown: vi.fn(),
      selectTenantUiHidden: vi.fn(),
      signInUiShown: vi.fn(),
    };
    await openWidget(withTenants({ callbacks }));
    expect(pageId()).toBe('selectTenant');
    expect(buttons()).toEqual(['Sign in to Firma', 'Enter Alta']);
    expect(callbacks.selectTenantUiShown).toHaveBeenCalledOnce();
    await press('Enter Alta');
    expect(pageId()).toBe('signIn');
    expect(callbacks.selectTenantUiHidden).toHaveBeenCalledOnce();
    expect(callbacks.signInUiShown).toHaveBeenCalledExactlyOnceWith('alta');
    await giveEmail('ana@x.ro');
    expect(calls.at(-1)?.headers.get('X-Tenant-Id')).toBe('alta');
  });

  test('the first page of a chosen tenant leads back to the choice', async () => {
    const calls = authServer({ '/methods': { body: { methods: ['password'] } } });
    await openWidget(withTenants());
    await press('Enter Alta');
    await press('Choose another organisation');
    expect(pageId()).toBe('selectTenant');
    await press('Sign in to Firma');
    await giveEmail('ana@firma.ro');
    expect(calls.at(-1)?.headers.get('X-Tenant-Id')).toBe('firma');
  });

  test('S08 a single tenant needs no choice', async () => {
    authServer({});
    const signInUiShown = vi.fn();
    await openWidget(withTenants({ tenants: { _: alta, '*': {} }, callbacks: { signInUiShown } }));
    await pass();
    expect(pageId()).toBe('signIn');
    expect(signInUiShown).toHaveBeenCalledExactlyOnceWith(null);
    expect(screen.queryByRole('button', { name: 'Choose another organisation' })).toBeNull();
  });

  test('the default tenant is called like the site, and its calls name no tenant', async () => {
    const calls = authServer({ '/methods': { body: { methods: ['password'] } } });
    await openWidget(withTenants({ tenants: { _: { signInOptions: [byPassword] }, firma } }));
    await press('Sign in to Paragraf');
    await giveEmail('ana@x.ro');
    expect(calls.at(-1)?.headers.has('X-Tenant-Id')).toBe(false);
  });

  test('a tenant in the address needs no choice; one without settings gets those of *', async () => {
    authServer({});
    at('/app?screen=auth&tenantId=firma');
    await openWidget(withTenants());
    expect(pageId()).toBe('signIn');
    at('/app?screen=auth&tenantId=other');
    const signInOptions = [byPassword, 'anonymous'];
    cleanup();
    await openWidget(withTenants({ tenants: { firma, '*': { signInOptions } } }));
    expect(screen.getByRole('button', { name: /^Continue as guest/ })).toBeVisible();
  });
});

describe('choosing a tenant by the address', () => {
  test('S09 the tenant of the domain opens with the address', async () => {
    const calls = authServer({ '/methods': { body: { methods: ['password'] } } });
    await openWidget(withTenants({ displayMode: 'identifierFirst', tenants: { firma } }));
    expect(pageId()).toBe('providerMatchByEmail');
    await giveEmail('x@FIRMA.ro');
    expect(pageId()).toBe('passwordSignIn');
    expect(field('E-mail')).toHaveValue('x@FIRMA.ro');
    expect(calls.at(-1)?.headers.get('X-Tenant-Id')).toBe('firma');
  });

  test('S09 an address of no tenant gets a message, and stays', async () => {
    authServer({});
    await openWidget(withTenants({ displayMode: 'identifierFirst', tenants: { firma } }));
    for (const _email of ['x@alt.ro', 'x@alt.firma.ro']) {
      await giveEmail();
      expect(infoBar()).toContain(authErrors.no_matching_tenant_for_email);
    }
    expect(pageId()).toBe('providerMatchByEmail');
  });

  test('only the options for the address are offered', async () => {
    authServer({});
    const signInOptions = [
      { provider: 'oidc.firma', hd: /@firma\.(ro|eu)$/ },
      { provider: 'oidc.alta', hd: 'alta.ro' },
      'google.com',
    ];
    const tenants = { firma: { signInOptions } };
    await openWidget(withTenants({ displayMode: 'identifierFirst', tenants }));
    await giveEmail('x@firma.eu');
    const offered = screen.getAllByRole('button').map(({ dataset }) => dataset.providerId);
    expect(offered.filter(Boolean)).toEqual(['oidc.firma', 'google.com']);
  });

  test('a dot of a domain is a dot, and an option without a domain takes every address', () => {
    const of = (hd?: string | RegExp) => {
      const option = { ...byPassword, ...(hd && { hd }) };
      return readConfig(withTenants({ tenants: { one: { signInOptions: [option] } } }));
    };
    expect(tenantFor(of('firma.co.uk'), 'x@firma.co.uk')?.id).toBe('one');
    expect(tenantFor(of('firma.co.uk'), 'x@firma.coxuk')).toBeUndefined();
    expect(tenantFor(of(/x@/g), 'x@y.ro')?.id).toBe('one');
    expect(tenantFor(of(), 'x@y.ro')?.id).toBe('one');
  });
});

describe('the settings of a tenant', () => {
  const later = { after: 700, body: exampleAuthConfig() };

  async function choose(loadTenant: () => Promise<ConfigInput>) {
    await openWidget(withTenants({ tenants: { firma: {}, alta: {} }, loadTenant }));
    await press('Sign in to firma');
  }

  test('the spinner appears when they take longer than 500 ms', async () => {
    const loaded = new Promise<ConfigInput>((resolve) => {
      setTimeout(() => resolve({ signInOptions: [byPassword] }), later.after);
    });
    await choose(() => loaded);
    expect(pageId()).toBe('spinner');
    expect(screen.queryByText('Loading…')).toBeNull();
    await pass(500);
    expect(document.querySelector('[data-page=spinner]')).not.toBeEmptyDOMElement();
    await pass(200);
    expect(pageId()).toBe('signIn');
  });

  test('W15 what may pass can be tried again, and what may not cannot', async () => {
    const loadTenant = vi.fn<() => Promise<ConfigInput>>();
    loadTenant.mockRejectedValueOnce({ code: 'unavailable' });
    loadTenant.mockResolvedValueOnce({ signInOptions: [byPassword] });
    await choose(loadTenant);
    expect(pageId()).toBe('recoverableError');
    expect(screen.getByRole('alert')).toHaveTextContent(authErrors.unavailable);
    await press('Try again');
    expect(pageId()).toBe('signIn');
    cleanup();
    loadTenant.mockRejectedValueOnce({ code: 'project_disabled' });
    await choose(loadTenant);
    expect(screen.getAllByRole('alert').at(-1)).toHaveTextContent(authErrors.project_disabled);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test.each([
    'invalid_argument',
    'invalid_configuration',
    'failed_precondition',
    'out_of_range',
    'unauthenticated',
    'permission_denied',
    'not_found',
    'aborted',
    'already_exists',
    'resource_exhausted',
    'cancelled',
    'data_loss',
    'unknown',
    'internal',
    'not_implemented',
    'unavailable',
    'deadline_exceeded',
    'user_disabled',
    'timeout',
    'too_many_requests',
    'quota_exceeded',
    'network_request_failed',
    'restart_process',
  ] as const)('the code %s has a text of its own', async (code) => {
    await choose(() => Promise.reject({ code }));
    const text = code === 'too_many_requests' ? authErrors.too_many_tries : authErrors[code];
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });
});

describe('the end of a sign-in in a tenant', () => {
  async function signIn(beforeSignInSuccess: ReturnType<typeof vi.fn>) {
    authServer({
      '/methods': { body: { methods: ['password'] } },
      '/sign-in/password': { body: exampleSession() },
    });
    const success = vi.fn(() => false);
    const callbacks = { beforeSignInSuccess, signInSuccessWithAuthResult: success };
    await openWidget(withTenants({ tenants: { firma }, callbacks }));
    await pass();
    await giveEmail('ana@firma.ro');
    fill('Password', 'a password');
    await press('Sign in');
    return success;
  }

  test('beforeSignInSuccess is asked first', async () => {
    expect(await signIn(vi.fn((user) => user))).toHaveBeenCalledOnce();
  });

  test('another user ends the sign-in', async () => {
    expect(await signIn(vi.fn(() => ({ uid: 'other' })))).not.toHaveBeenCalled();
    expect(pageId()).toBe('recoverableError');
    expect(screen.getByRole('alert')).toHaveTextContent(authErrors.user_mismatch);
  });

  test('signing out has a page', async () => {
    at('/auth?mode=signOut&tenantId=firma');
    await openWidget();
    expect(pageId()).toBe('signOut');
    expect(screen.getByRole('heading')).toHaveTextContent('Signed out');
  });
});

test('the server lists the tenants to choose from', () => {
  const tenants = [
    { tenant_id: '', display_name: 'Paragraf', email_domains: [] },
    { tenant_id: 'firma', display_name: 'Firma', email_domains: ['firma.ro'] },
  ];
  const server = exampleAuthConfig({ tenant_choice: 'identifier_first', tenants });
  const config = readConfig({ signInOptions: [byPassword], ...tenantsFromServer(server) });
  expect(config.displayMode).toBe('identifierFirst');
  expect(config.tenants.map(({ id, displayName }) => [id, displayName])).toEqual([
    ['', 'Paragraf'],
    ['firma', 'Firma'],
  ]);
  const none = tenantsFromServer(exampleAuthConfig());
  expect(readConfig({ signInOptions: [byPassword], ...none }).tenantId).toBe('');
});

test('a refused call of a tenant shows why', async () => {
  authServer({ '/methods': refusal('tenant_id_mismatch', 403) });
  await openWidget(withTenants({ tenants: { firma } }));
  await pass();
  fireEvent.input(field('E-mail'), { target: { value: 'ana@firma.ro' } });
  await press('Next');
  expect(infoBar()).toContain(authErrors.tenant_id_mismatch);
});
