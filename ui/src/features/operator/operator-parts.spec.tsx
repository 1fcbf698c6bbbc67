import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { open } from '../../test/example-operator.tsx';
import { showSession } from '../../test/fake-session.ts';

const message = {
  id: 'm1',
  kind: 'weekly_digest',
  to: 'ana@exemplu.ro',
  state: 'failed',
  created_at: '2026-11-27T05:00:00Z',
  at: '2026-11-27T05:01:00Z',
  reason: '550 no such mailbox',
};

const counts = {
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

describe("the parts of the operator's page", () => {
  beforeEach(() => showSession({ isEditor: true, isOperator: true }));

  test('lists mails with the reason of a failure, filters and pages them', async () => {
    const { asked } = open('mails', {
      '/operator/outbox': { body: { messages: [message], more: true } },
    });
    expect(await screen.findByText('550 no such mailbox')).toBeVisible();
    expect(screen.getByText('paragraf mail retry m1')).toBeInTheDocument();
    expect(screen.getByText(/Weekly summary · 27 November 2026/)).toBeVisible();
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

  test('says in words why a mail waits, with the reply of a mail server', async () => {
    const queued = { ...message, state: 'queued' };
    const quiet = { ...queued, id: 'm2', reason: undefined, waits: 'quiet_hours' };
    const rests = { ...queued, reason: '421 try later', waits: 'server_rests' };
    open('mails', {
      '/operator/outbox': { body: { messages: [quiet, rests], more: false } },
    });
    expect(await screen.findByText('Campaigns wait for the morning.')).toBeVisible();
    expect(screen.getByText('The mail server is not used for a while.')).toBeVisible();
    expect(screen.getByText('421 try later')).toBeVisible();
  });

  test('says in words why a mail was skipped, and what an automatic campaign is', async () => {
    const skipped = { ...message, state: 'suppressed', reason: undefined, skipped: 'left' };
    const mails = open('mails', {
      '/operator/outbox': { body: { messages: [skipped], more: false } },
    });
    expect(await screen.findByText('The recipient unsubscribed.')).toBeVisible();
    mails.unmount();
    const automatic = { ...counts, id: 'weekly-2026-11-23', kind: 'weekly_digest', status: 'done' };
    open('campaigns', { '/operator/campaigns': { body: [automatic] } });
    expect(await screen.findByRole('heading', { name: 'Weekly summary' })).toBeVisible();
    expect(screen.getByText('weekly-2026-11-23')).toBeVisible();
  });

  test('draws no list where nothing was found', async () => {
    open('subscribers', {
      '/operator/subscribers': { body: { subscribers: [], more: false } },
    });
    expect(await screen.findByText('Nothing found.')).toBeVisible();
    expect(document.querySelector('ul:empty')).toBeNull();
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
    const campaign = { ...counts, id: 'noutati', kind: 'campaign', subject: 'Noutăți' };
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
});
