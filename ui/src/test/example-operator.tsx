import { OperatorScreen } from '../features/operator/operator-screen.tsx';
import { fakeServer, sent } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

/* The operator's page of a server where nothing needs the operator, for its tests. */
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
export const status = {
  version: '0.2.0',
  public_url: 'https://example.ro',
  started_at: '2026-11-27T06:00:00Z',
  counts,
  store_bytes: 8_400_000,
  servers: [],
  free_disk_bytes: 21_000_000_000,
  attention: [],
  sources: [],
};

/** Opens a part of the page, or its first one, with these answers of the server. */
export function open(part: string | undefined, replies: Parameters<typeof fakeServer>[0]) {
  const asked = fakeServer({ '/operator/status': { body: status }, ...replies });
  const at = `/app?screen=operator${part ? `&part=${part}` : ''}`;
  return { asked, ...renderApp({ at, element: <OperatorScreen /> }) };
}

export const posts = () => sent.filter(({ method }) => method === 'POST');
