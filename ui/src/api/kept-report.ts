import { storage } from '../storage.ts';
import type { ReportInput } from './answers.ts';
import type { ConcernReport, Language } from './types.ts';

const key = 'paragraf::concerns';

interface KeptReport {
  /** Identifies the answers and the language. */
  of: string;
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
function identity({ facts, skipped }: ReportInput, language: Language): string {
  return JSON.stringify([facts, skipped, language]);
}

/** The last report on this device, which is shown at once and while there is no connection. */
export const keptReport = {
  get(input: ReportInput, language: Language): KeptReport | undefined {
    try {
      const kept: Partial<KeptReport> | null = JSON.parse(storage.get(key) ?? 'null');
      if (kept?.of !== identity(input, language) || typeof kept.at !== 'number') return undefined;
      return isReport(kept.report) ? (kept as KeptReport) : undefined;
    } catch {
      return undefined;
    }
  },

  set(input: ReportInput, language: Language, report: ConcernReport): void {
    const kept: KeptReport = { of: identity(input, language), at: Date.now(), report };
    storage.set(key, JSON.stringify(kept));
  },

  remove: () => storage.remove(key),
};
