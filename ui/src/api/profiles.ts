import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import type { FactAnswer, Profile } from './answers.ts';
import { codeOf, networkFailure } from './api-error.ts';
import { authed, unwrap } from './client.ts';
import { type ProfileChange, pendingChanges } from './pending-answers.ts';
import type { components } from './types.gen.ts';

/** Whether changes reached the account, or wait for a connection. */
type Saved = 'sent' | 'held';

/* The document of the API leaves the shapes of answers to docs/concerns.md. */
type Listed = components['schemas']['Profile'];
const profilesOf = (listed: Listed[]): Profile[] =>
  listed.map((one) => ({ ...one, facts: one.facts as Record<string, FactAnswer> }));

/** The profiles of an account, oldest first. */
export const profilesQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'profiles'],
    queryFn: async ({ signal }) => {
      const params = { path: { uid } };
      const listed = unwrap(await authed.GET('/users/profiles/{uid}', { params, signal }));
      return pendingChanges.on(profilesOf(listed));
    },
    staleTime: minute,
  });

async function send(uid: string, body: components['schemas']['ProfileInput']): Promise<Profile[]> {
  const params = { path: { uid } };
  return profilesOf(unwrap(await authed.POST('/users/profiles/{uid}', { params, body })));
}

function show(client: QueryClient, uid: string, profiles: Profile[]): Profile[] {
  const shown = pendingChanges.on(profiles);
  client.setQueryData(profilesQuery(uid).queryKey, shown);
  return shown;
}

/** Adds a profile without answers; returns its id. */
export async function addProfile(
  client: QueryClient,
  uid: string,
  name: string,
): Promise<string | undefined> {
  return show(client, uid, await send(uid, { name, facts: {} })).at(-1)?.id;
}

export async function renameProfile(
  client: QueryClient,
  uid: string,
  id: string,
  name: string,
): Promise<void> {
  show(client, uid, await send(uid, { id, name, facts: {} }));
}

/** Removes a profile with its answers, or all. */
export async function removeProfiles(client: QueryClient, uid: string, id?: string): Promise<void> {
  const left =
    id === undefined
      ? await authed.DELETE('/users/profiles/{uid}', { params: { path: { uid } } })
      : await authed.DELETE('/users/profiles/{uid}/{id}', { params: { path: { uid, id } } });
  show(client, uid, profilesOf(unwrap(left)));
}

/** Adds a device's answers to the account; the newer answer to a question wins. */
export async function mergeAnswers(
  client: QueryClient,
  uid: string,
  device: Omit<Profile, 'id'> & { answeredAt: Readonly<Record<string, string>> },
): Promise<void> {
  const body = {
    name: device.name,
    facts: device.facts as Record<string, never>,
    skipped: [...device.skipped],
    answered_at: { ...device.answeredAt },
  };
  const params = { path: { uid } };
  const merged = await authed.POST('/users/profiles/{uid}/merge', { params, body });
  show(client, uid, profilesOf(unwrap(merged)));
}

/* Sends what is pending, one profile after the other; a later change waits for its predecessor. */
async function flush(client: QueryClient, uid: string): Promise<Saved> {
  const change = pendingChanges.take();
  if (!change) return 'sent';
  const { profile, name, facts, skipped, consent } = change;
  const body = {
    ...(profile === undefined ? { name } : { id: profile }),
    facts: facts as Record<string, never>,
    skipped: [...skipped],
    consent,
  };
  try {
    const profiles = await send(uid, body);
    pendingChanges.sent(profiles.at(-1)?.id);
    show(client, uid, profiles);
  } catch (error) {
    if (codeOf(error) === networkFailure) {
      pendingChanges.hold(uid);
      return 'held';
    }
    pendingChanges.clear();
    await client.invalidateQueries({ queryKey: profilesQuery(uid).queryKey });
    throw error;
  }
  return flush(client, uid);
}

/** Sends the changes that wait for the connection. */
export async function sendHeld(client: QueryClient, uid: string): Promise<void> {
  if (pendingChanges.resume()) await flush(client, uid);
}

/**
 * Changes answers of a profile: at once on the screen, and a moment later in the account; without a
 * connection they wait for it.
 */
export async function changeAnswers(
  client: QueryClient,
  uid: string,
  change: ProfileChange,
): Promise<Saved> {
  const key = profilesQuery(uid).queryKey;
  await client.cancelQueries({ queryKey: key });
  const isFirst = pendingChanges.add(change);
  client.setQueryData(key, pendingChanges.on(client.getQueryData(key) ?? []));
  if (!isFirst) return 'sent';
  await pendingChanges.settled();
  return flush(client, uid);
}
