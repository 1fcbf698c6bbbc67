import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { open, posts, status } from '../../test/example-operator.tsx';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { word } from './command.tsx';
import { OperatorScreen } from './operator-screen.tsx';
import { formatSize } from './size.ts';

const condition = {
  kind: 'condition',
  code: 'disk_nearly_full',
  message: 'the disk is nearly full',
  remedy: 'give it more space',
  since: '2026-11-27T05:00:00Z',
};
const source = {
  name: 'portal',
  last_read_at: '2026-11-26T05:00:00Z',
  failing_since: '2026-11-27T05:00:00Z',
  problem: 'HTTP 502',
};

describe("the operator's page", () => {
  beforeEach(() => showSession({ isEditor: true, isOperator: true }));

  test('is for operators', async () => {
    showSession({ isEditor: true });
    const { asked } = open(undefined, {});
    expect(await screen.findByText('This page is for operators')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('a link makes the account the first operator, and its code leaves the address', async () => {
    showSession({});
    fakeServer({ '/auth/v1/first-operator': { body: {} } });
    const { address } = renderApp({
      at: '/app?screen=operator&code=abc',
      element: <OperatorScreen />,
    });
    expect(posts()).toEqual([]);
    await userEvent.click(
      await screen.findByRole('button', { name: 'Make this account the operator' }),
    );
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      ['/auth/v1/first-operator', { code: 'abc' }],
    ]);
    expect(address()).toBe('/app?screen=operator');
  });

  test.each([
    [409, 'operator_exists', /^paragraf accounts role \S+ operator$/, 0],
    [400, 'expired_action_code', 'paragraf accounts first-operator', 1],
  ])(
    'a link refused with %i %s names the command that helps',
    async (status, code, command, buttons) => {
      showSession({});
      fakeServer({ '/auth/v1/first-operator': { status, body: { code, error: 'x' } } });
      renderApp({ at: '/app?screen=operator&code=abc', element: <OperatorScreen /> });
      const name = 'Make this account the operator';
      await userEvent.click(await screen.findByRole('button', { name }));
      expect(await screen.findByRole('alert')).toBeVisible();
      expect(screen.getByText(command)).toBeVisible();
      expect(screen.queryAllByRole('button', { name })).toHaveLength(buttons);
    },
  );

  test('lists the servers on one database', async () => {
    const server = { version: '0.2.0', started_at: '2026-11-27T06:00:00Z' };
    const servers = [
      { ...server, name: 'a:7', leads: true, lag_secs: 0 },
      { ...server, name: 'b:8', leads: false, lag_secs: 41 },
    ];
    open(undefined, { '/operator/status': { body: { ...status, servers } } });
    expect(await screen.findByText('a:7 · 0.2.0 · leads')).toBeVisible();
    expect(screen.getByText('b:8 · 0.2.0 · 41 s behind')).toBeVisible();
  });

  test('begins with what needs the operator', async () => {
    open(undefined, {
      '/operator/status': { body: { ...status, attention: [condition], sources: [source] } },
    });
    const needs = await screen.findByRole('region', { name: 'Needs you' });
    expect(within(needs).getByText('the disk is nearly full')).toHaveAttribute('lang', 'en');
    expect(within(needs).getByText('give it more space')).toBeVisible();
    expect(within(needs).getByRole('heading', { name: 'Disk nearly full' })).toBeVisible();
    expect(screen.getByText('1,200 (unconfirmed: 3)')).toBeVisible();
    expect(screen.getByText('8.4 MB')).toBeVisible();
    const sources = screen.getByRole('region', { name: 'Official sources' });
    expect(sources).toHaveTextContent(/Fails since .*HTTP 502/);
  });

  test('says when nothing needs the operator, and retries what failed to load', async () => {
    let isDown = true;
    open(undefined, {
      '/operator/status': () => (isDown ? { status: 503, body: {} } : { body: status }),
    });
    await screen.findByText('The page could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing needs you now.')).toBeVisible();
  });

  test('makes the checks when asked, and lists the failed ones first', async () => {
    const checks = [
      { check: 'store', outcome: 'ok', message: 'it can be read' },
      { check: 'disk', outcome: 'failed', message: 'it is full', remedy: 'free some space' },
    ];
    const { asked } = open(undefined, { '/operator/checks': { body: checks } });
    const examine = await screen.findByRole('button', { name: 'Run the checks' });
    expect(asked).toEqual(['/operator/status']);
    await userEvent.click(examine);
    expect(await screen.findByText('1 check needs you.')).toBeVisible();
    const region = screen.getByRole('region', { name: 'Checks' });
    const names = within(region).getAllByRole('heading', { level: 3 });
    expect(names.map((name) => name.textContent)).toEqual(['Disk', 'Store']);
  });

  test('a command can be copied', async () => {
    const user = userEvent.setup();
    open('backups', { '/operator/backups': { body: [] } });
    await user.click(await screen.findByRole('button', { name: 'Copy: paragraf backup create' }));
    expect(await screen.findByText('Copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('paragraf backup create');
  });
});

test('a value is one word of a shell', () => {
  expect(word('ana@exemplu.ro')).toBe('ana@exemplu.ro');
  expect(word("a'b; rm")).toBe("'a'\\''b; rm'");
});

test('sizes have a unit and two digits', () => {
  expect([900, 1_300_000, 21_000_000_000].map((size) => formatSize(size, 'ro'))).toEqual([
    '0,9\u00a0kB',
    '1,3\u00a0MB',
    '21\u00a0GB',
  ]);
});
