import { storage } from '../storage.ts';
import type { ReportInput } from './answers.ts';
import type { ConcernReport, Language } from './types.ts';

const key = 'paragraf::concerns';

interface KeptReport {
  /** Identifies the answers and the language. */
  of: string;
  language: Language;
  /** Of an account's answers. */
  isOfAccount: boolean;
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
    if (typeof kept?.at !== 'number' || !isReport(kept.report)) return undefined;
    return kept as KeptReport;
  } catch {
    return undefined;
  }
}

/** The last report on this device, which is shown at once and while there is no connection. */
export const keptReport = {
  get(input: ReportInput, language: Language): KeptReport | undefined {
    const kept = read();
    return kept?.of === identity(input, language) ? kept : undefined;
  },

  /** The last report of the account that uses this device, until its answers are known. */
  ofAccount(language: Language): ConcernReport | undefined {
    const kept = read();
    return kept?.isOfAccount && kept.language === language ? kept.report : undefined;
  },

  set(
    uid: string | undefined,
    input: ReportInput,
    language: Language,
    report: ConcernReport,
  ): void {
    const of = identity(input, language);
    const isOfAccount = uid !== undefined;
    const kept: KeptReport = { of, language, isOfAccount, at: Date.now(), report };
    storage.set(key, JSON.stringify(kept));
  },

  /** Removes the report of an account, at sign-out. */
  removeOfAccount(): void {
    if (read()?.isOfAccount) storage.remove(key);
  },

  remove: () => storage.remove(key),
};
