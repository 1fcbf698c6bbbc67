import { storage } from '../storage.ts';
import type { ReportInput } from './answers.ts';
import type { ConcernReport, Language } from './types.ts';

const key = 'paragraf::concerns';

interface KeptReport {
  /** Identifies the answers and the language. */
  of: string;
  language: Language;
  /** The account whose answers it is about; a visitor has none. */
  uid?: string | undefined;
  /** The names of the profiles, at the places that the report names. */
  names: readonly string[];
  /** When the server decided, in milliseconds. */
  at: number;
  report: ConcernReport;
}

function isReport(kept: unknown): kept is ConcernReport {
  const { today, duties, articles, dates } = (kept ?? {}) as Partial<ConcernReport>;
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  return (
    typeof today === 'string' && isObject(duties) && isObject(articles) && Array.isArray(dates)
  );
}

/* The days of a report move on; its answers decide whether it is the reader's. */
function identity({ facts, skipped, others }: ReportInput, language: Language): string {
  return JSON.stringify([facts, skipped, others, language]);
}

function read(): KeptReport | undefined {
  try {
    const kept: Partial<KeptReport> | null = JSON.parse(storage.get(key) ?? 'null');
    if (typeof kept?.at !== 'number' || !Array.isArray(kept.names)) return undefined;
    if (!isReport(kept.report)) return undefined;
    return kept as KeptReport;
  } catch {
    return undefined;
  }
}

/** The last report on this device, which is shown at once and while there is no connection. */
export const keptReport = {
  get(uid: string | undefined, input: ReportInput, language: Language): KeptReport | undefined {
    const kept = read();
    return kept?.uid === uid && kept?.of === identity(input, language) ? kept : undefined;
  },

  /** The last report of the reader, of earlier answers too. */
  last(uid: string | undefined, language: Language): KeptReport | undefined {
    const kept = read();
    return kept?.uid === uid && kept?.language === language ? kept : undefined;
  },

  /** The last report of this account until its answers are known; of the last account while nobody knows which it is. */
  ofAccount(uid: string | undefined, language: Language): KeptReport | undefined {
    const kept = read();
    if (kept?.uid === undefined || kept.language !== language) return undefined;
    return uid === undefined || kept.uid === uid ? kept : undefined;
  },

  set(
    reader: Pick<KeptReport, 'uid' | 'names'>,
    input: ReportInput,
    language: Language,
    report: ConcernReport,
  ): void {
    const of = identity(input, language);
    const kept: KeptReport = { ...reader, of, language, at: Date.now(), report };
    storage.set(key, JSON.stringify(kept));
  },

  /** Removes the report of an account, at sign-out; with a uid, that of another account. */
  removeOfAccount(except?: string): void {
    const uid = read()?.uid;
    if (uid !== undefined && uid !== except) storage.remove(key);
  },

  remove: () => storage.remove(key),
};
