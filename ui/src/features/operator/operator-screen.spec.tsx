import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { word } from './command.tsx';
import { OperatorScreen } from './operator-screen.tsx';
import { formatSize } from './size.ts';

const counts = {
  published: 78,
  drafts: 2,
  withdrawn: 0,
  acts: 12,
  subscribers: 1200,
  unconfirmed_subscribers: 3,
  accounts: 41,
  guests: 0,
  failed_sign_ins: 0,
  open_reports: 1,
  queued_mails: 0,
  deferred_mails: 0,
  failed_mails: 4,
  sent_mails: 900,
  bounced_mails: 1,
  suppressed_mails: 0,
  unknown_mails: 0,
  active_campaigns: 0,
};
const status = {
  version: '0.2.0',
  public_url: 'https://example.ro',
  started_at: '2026-11-27T06:00:00Z',
  counts,
  store_bytes: 8_400_000,
  free_disk_bytes: 21_000_000_000,
  attention: [],
  sources: [],
};
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
const message = {
  id: 'm1',
  kind: 'digest',
  to: 'ana@exemplu.ro',
  state: 'failed',
  created_at: '2026-11-27T05:00:00Z',
  at: '2026-11-27T05:01:00Z',
  reason: '550 no such mailbox',
};

function open(part: string | undefined, replies: Parameters<typeof fakeServer>[0]) {
  const asked = fakeServer({ '/operator/status': { body: status }, ...replies });
  const at = `/app?screen=operator${part ? `&part=${part}` : ''}`;
  return { asked, ...renderApp({ at, element: <OperatorScreen /> }) };
}
const posts = () => sent.filter(({ method }) => method === 'POST');

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

  test('a used link names the command that makes another', async () => {
    showSession({});
    fakeServer({
      '/auth/v1/first-operator': { status: 409, body: { code: 'operator_exists', error: 'x' } },
    });
    renderApp({ at: '/app?screen=operator&code=abc', element: <OperatorScreen /> });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Make this account the operator' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('already has an operator');
    expect(screen.getByText('paragraf accounts first-operator')).toBeVisible();
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
    const examine = await screen.findByRole('button', { name: 'Examine' });
    expect(asked).toEqual(['/operator/status']);
    await userEvent.click(examine);
    expect(await screen.findByText('1 check needs you.')).toBeVisible();
    const region = screen.getByRole('region', { name: 'Checks' });
    const names = within(region).getAllByRole('heading', { level: 3 });
    expect(names.map((name) => name.textContent)).toEqual(['Disk', 'Store']);
  });

  test('lists mails with the reason of a failure, filters and pages them', async () => {
    const { asked } = open('mails', {
      '/operator/outbox': { body: { messages: [message], more: true } },
    });
    expect(await screen.findByText('550 no such mailbox')).toBeVisible();
    expect(screen.getByText('paragraf mail retry m1')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox'), ' ana@exemplu.ro ');
    expect(asked).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
    const command = 'paragraf mail outbox --all --state failed --to ana@exemplu.ro';
    expect(await screen.findByText(command)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    await screen.findByRole('button', { name: 'Newer' });
    expect(asked.map((path) => path.split('?')[1])).toEqual([
      'offset=0',
      'to=ana%40exemplu.ro&offset=0',
      'to=ana%40exemplu.ro&state=failed&offset=0',
      'to=ana%40exemplu.ro&state=failed&offset=50',
    ]);
  });

  test('sends a failed mail again, or says why it cannot', async () => {
    const gone = { ...message, id: 'm2', to: 'dan@exemplu.ro' };
    let state = 'failed';
    open('mails', {
      '/operator/outbox': () => ({
        body: { messages: [{ ...message, state }, gone], more: false },
      }),
      '/operator/outbox/m1/retry': () => {
        state = 'queued';
        return { body: {} };
      },
      '/operator/outbox/m2/retry': { status: 409, body: { code: 'not_retriable', error: 'x' } },
    });
    const [first] = await screen.findAllByRole('button', { name: 'Send again' });
    if (first) await userEvent.click(first);
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Send again' })).toHaveLength(1),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It cannot be sent again');
  });

  test('pauses a campaign, and closes a report', async () => {
    let paused = false;
    const campaign = {
      id: 'noutati',
      kind: 'campaign',
      subject: 'Noutăți',
      created_at: '2026-11-27T05:00:00Z',
      not_before: '2026-11-27T05:00:00Z',
      gathering: false,
      total: 10,
      pending: 4,
      sent: 6,
      failed: 0,
      bounced: 0,
      suppressed: 0,
      unknown: 0,
    };
    const shown = () => ({ ...campaign, status: paused ? 'paused' : 'active' });
    const first = open('campaigns', {
      '/operator/campaigns': () => ({ body: [shown()] }),
      '/operator/campaigns/noutati': (_, { body }) => {
        paused = body.paused;
        return { body: shown() };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
    expect(screen.getByText('paragraf mail resume noutati')).toBeInTheDocument();
    first.unmount();

    let reports = [
      {
        id: 'r1',
        at: '2026-11-27T05:00:00Z',
        slug: 'chirii',
        kind: 'wrong',
        message: 'Art. 5 spune altceva.',
        is_open: true,
      },
    ];
    open('reports', {
      '/operator/reports': () => ({ body: { reports, more: false } }),
      '/operator/reports/r1/close': () => {
        reports = [];
        return { body: {} };
      },
    });
    expect(await screen.findByText('Art. 5 spune altceva.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('No open reports')).toBeVisible();
  });

  test('shows subscribers, accounts and backups with their commands', async () => {
    const created_at = '2026-11-27T05:00:00Z';
    const ana = { uid: 'u1', email: 'ana@exemplu.ro', email_verified: true, display_name: 'Ana' };
    const account = { ...ana, is_guest: false, role: 'reader', disabled: false, created_at };
    const proof = { outcome: 'failed', at: created_at, millis: 900, rows: 5, articles: 2 };
    const replies = {
      '/operator/subscribers': {
        body: {
          subscribers: [{ email: 'x y@exemplu.ro', language: 'ro', created_at }],
          more: false,
        },
      },
      '/operator/accounts': { body: { accounts: [account], more: false } },
      '/operator/backups': {
        body: [
          {
            name: 'paragraf-1.tar.zst',
            size_bytes: 1_500_000,
            created_at,
            proof: { ...proof, problem: 'a row is missing' },
          },
        ],
      },
    };
    const subscribers = open('subscribers', replies);
    expect(await screen.findByText("paragraf people show 'x y@exemplu.ro'")).toBeInTheDocument();
    subscribers.unmount();
    const accounts = open('accounts', replies);
    expect(await screen.findByText('paragraf accounts role u1 editor')).toBeInTheDocument();
    expect(screen.queryByText('paragraf accounts role u1 reader')).toBeNull();
    accounts.unmount();
    open('backups', replies);
    expect(await screen.findByText('a row is missing')).toBeVisible();
    expect(screen.getByText('Cannot be restored')).toBeVisible();
    expect(screen.getByText('paragraf backup verify paragraf-1.tar.zst')).toBeInTheDocument();
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
