import type { FactAnswer, Profile } from './answers.ts';

/* Several ticks of one question are one request. */
const pause = 250;

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

/** The changes of answers that the server does not have yet. */
export const pendingChanges = {
  /** Adds a change; returns whether none waits or is being sent. */
  add(change: ProfileChange): boolean {
    const isFirst = waiting.length === 0 && sending === undefined;
    const place = waiting.findIndex(({ profile }) => profile === change.profile);
    const before = waiting[place];
    if (before) waiting[place] = joined(before, change);
    else waiting.push(change);
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

  settled: () => new Promise<void>((resolve) => setTimeout(resolve, pause)),

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
  },

  clear(): void {
    waiting = [];
    sending = undefined;
  },
};
