import { storage } from '../storage.ts';
import type { FactAnswer, Profile } from './answers.ts';

const key = 'paragraf::pending-answers';

/* Several ticks of one question are one request. */
const settleMs = 250;

/** A change of answers on its way to the account. */
export interface ProfileChange {
  /** The id; `undefined` for the first profile of the account, which the change creates. */
  profile: string | undefined;
  /** The name of a profile that the change creates. */
  name: string;
  /** `null` takes an answer back. */
  facts: Readonly<Record<string, FactAnswer | null>>;
  /** The ids of questions to pass over. */
  skipped: readonly string[];
  /** Consent to keep an answer of a special category. */
  consent: boolean;
}

let waiting: ProfileChange[] = [];
let sending: ProfileChange | undefined;
/* Whether the last attempt reached no server. */
let isHeld = false;

interface Kept {
  uid: string;
  changes: ProfileChange[];
}

function readKept(): Kept | undefined {
  try {
    const kept: Partial<Kept> | null = JSON.parse(storage.get(key) ?? 'null');
    return kept && Array.isArray(kept.changes) ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

function applied(profile: Profile, change: ProfileChange): Profile {
  const facts = { ...profile.facts };
  for (const [fact, answer] of Object.entries(change.facts)) {
    if (answer === null) delete facts[fact];
    else facts[fact] = answer;
  }
  const before = profile.skipped.filter((id) => !(id in change.facts));
  return { ...profile, facts, skipped: [...new Set([...before, ...change.skipped])] };
}

function joined(before: ProfileChange, change: ProfileChange): ProfileChange {
  return {
    ...before,
    facts: { ...before.facts, ...change.facts },
    skipped: [...new Set([...before.skipped, ...change.skipped])],
    consent: before.consent || change.consent,
  };
}

function keep(change: ProfileChange): void {
  const place = waiting.findIndex(({ profile }) => profile === change.profile);
  const before = waiting[place];
  if (before) waiting[place] = joined(before, change);
  else waiting.push(change);
}

/** The changes of answers that the server does not have yet. */
export const pendingChanges = {
  /** Adds a change; returns whether none waits or is being sent. */
  add(change: ProfileChange): boolean {
    const isFirst = isHeld || (waiting.length === 0 && sending === undefined);
    isHeld = false;
    keep(change);
    return isFirst;
  },

  /** The profiles as they will be. */
  on(profiles: Profile[]): Profile[] {
    return [sending, ...waiting].reduce<Profile[]>((found, change) => {
      if (!change) return found;
      const { profile: id, name } = change;
      if (id === undefined && found.length === 0) {
        return [applied({ id, name, facts: {}, skipped: [] }, change)];
      }
      return found.map((one) => (one.id === id ? applied(one, change) : one));
    }, profiles);
  },

  settled: () => new Promise<void>((resolve) => setTimeout(resolve, settleMs)),

  /** The next change to send. */
  take(): ProfileChange | undefined {
    sending = waiting.shift();
    return sending;
  },

  /** The change was sent; `created` is the id of the profile, if it was a new one. */
  sent(created: string | undefined): void {
    if (sending && sending.profile === undefined) {
      waiting = waiting.map((change) =>
        change.profile === undefined ? { ...change, profile: created } : change,
      );
    }
    sending = undefined;
    if (waiting.length === 0) storage.remove(key);
  },

  // docs/decisions/0360
  /**
   * No server could be reached: the changes wait for the connection, also beyond this visit. An
   * answer of a special category, which has a consent, waits on this page alone.
   */
  hold(uid: string): void {
    const [failed, later] = [sending, waiting];
    waiting = [];
    for (const change of failed ? [failed, ...later] : later) keep(change);
    sending = undefined;
    isHeld = true;
    const changes = waiting.filter(({ consent }) => !consent);
    storage.set(key, JSON.stringify({ uid, changes } satisfies Kept));
  },

  /** Takes up what this account held on an earlier visit; what another one held goes. */
  restore(uid: string): void {
    const kept = readKept();
    if (kept?.uid !== uid) {
      storage.remove(key);
      return;
    }
    if (waiting.length > 0 || sending) return;
    waiting = kept.changes;
    isHeld = waiting.length > 0;
  },

  /** Whether changes waited for the connection; they are about to be sent. */
  resume(): boolean {
    const wasHeld = isHeld;
    isHeld = false;
    return wasHeld;
  },

  clear(): void {
    waiting = [];
    sending = undefined;
    isHeld = false;
    storage.remove(key);
  },
};
