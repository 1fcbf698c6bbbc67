import { queryOptions } from '@tanstack/react-query';
import { authed, unwrap } from './client.ts';
import { outboxPageDtoMessagesMaxItems } from './limits.gen.ts';
import { refreshSession } from './session.ts';
import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

export type OperatorStatus = Schemas['OperatorStatusDto'];
export type Attention = Schemas['AttentionDto'];
export type Diagnosis = Schemas['Diagnosis'];
export type WatchedSource = Schemas['WatchedSourceDto'];
export type OutboxMessage = Schemas['OutboxRowDto'];
export type DeliveryState = Schemas['DeliveryState'];
export type SubscriberRow = Schemas['SubscriberRowDto'];
export type MailCampaign = Schemas['MailCampaignDto'];
export type BackupRow = Schemas['BackupDto'];
export type ReportRow = Schemas['ReportRowDto'];
export type AccountRow = Schemas['AccountRowDto'];

/** Most rows of one answer of a list. */
export const pageSize = outboxPageDtoMessagesMaxItems;

export interface OutboxFilters {
  state?: DeliveryState;
  to?: string;
  offset: number;
}

export interface NameFilters {
  q?: string;
  offset: number;
}

export interface AccountFilters extends NameFilters {
  role?: string;
}

/** Makes the account the first operator; the session then has the role. */
export async function becomeOperator(code: string): Promise<void> {
  unwrap(await authed.POST('/auth/v1/first-operator', { body: { code } }));
  await refreshSession();
}

export async function pauseCampaign(id: string, paused: boolean): Promise<void> {
  const params = { path: { id } };
  unwrap(await authed.POST('/operator/campaigns/{id}', { params, body: { paused } }));
}

/** Queues a failed message again. */
export async function retryMessage(id: string): Promise<void> {
  unwrap(await authed.POST('/operator/outbox/{id}/retry', { params: { path: { id } } }));
}

export async function closeReport(id: string): Promise<void> {
  unwrap(await authed.POST('/operator/reports/{id}/close', { params: { path: { id } } }));
}

/** The key begins with the uid, so that operators never share an entry. */
const key = (uid: string, ...rest: unknown[]) => ['reader', uid, 'operator', ...rest];

export const operatorQueries = {
  /** The beginning of all keys. */
  all: (uid: string) => key(uid),
  status: (uid: string) =>
    queryOptions({
      queryKey: key(uid, 'status'),
      queryFn: async ({ signal }) => unwrap(await authed.GET('/operator/status', { signal })),
      staleTime: 0,
    }),
  /** Asks mail servers and the DNS, so it is fetched when the operator presses. */
  checks: (uid: string) =>
    queryOptions({
      queryKey: key(uid, 'checks'),
      queryFn: async ({ signal }) => unwrap(await authed.GET('/operator/checks', { signal })),
      enabled: false,
    }),
  outbox: (uid: string, query: OutboxFilters) =>
    queryOptions({
      queryKey: key(uid, 'outbox', query),
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/operator/outbox', { params: { query }, signal })),
      staleTime: 0,
    }),
  subscribers: (uid: string, query: NameFilters) =>
    queryOptions({
      queryKey: key(uid, 'subscribers', query),
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/operator/subscribers', { params: { query }, signal })),
      staleTime: 0,
    }),
  campaigns: (uid: string) =>
    queryOptions({
      queryKey: key(uid, 'campaigns'),
      queryFn: async ({ signal }) => unwrap(await authed.GET('/operator/campaigns', { signal })),
      staleTime: 0,
    }),
  backups: (uid: string) =>
    queryOptions({
      queryKey: key(uid, 'backups'),
      queryFn: async ({ signal }) => unwrap(await authed.GET('/operator/backups', { signal })),
      staleTime: 0,
    }),
  reports: (uid: string, offset: number) =>
    queryOptions({
      queryKey: key(uid, 'reports', offset),
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/operator/reports', { params: { query: { offset } }, signal })),
      staleTime: 0,
    }),
  accounts: (uid: string, query: AccountFilters) =>
    queryOptions({
      queryKey: key(uid, 'accounts', query),
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/operator/accounts', { params: { query }, signal })),
      staleTime: 0,
    }),
};
