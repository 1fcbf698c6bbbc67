import type { ConcernAnswer, ConcernReport } from '../api/types.ts';

type Noted = Pick<ConcernAnswer, 'verify' | 'verify_by_profile'>;

// docs/decisions/0581
/**
 * The words with what they are about, as in mails and calendars: `check the period (My firm)`, and behind words that
 * end with a bracket after a dash: `check the period (My firm) – rents`.
 */
export function aboutWords(words: string, of: string): string {
  const about = words.replace(/\.$/, '');
  return about.endsWith(')') ? `${about} – ${of}` : `${about} (${of})`;
}

/** The report in which a note about only some of the profiles names them. */
export function withWhoseNotes(report: ConcernReport, names: readonly string[]): ConcernReport {
  const articles = Object.values(report.articles);
  const noted: Noted[] = [
    ...Object.values(report.duties),
    ...articles,
    ...articles.flatMap(({ entries }) => Object.values(entries ?? {})),
  ];
  if (names.length < 2 || noted.every((answer) => !answer.verify_by_profile)) return report;
  return {
    ...report,
    duties: mapped(report.duties, (duty) => named(duty, names)),
    articles: mapped(report.articles, (article) => ({
      ...named(article, names),
      ...(article.entries && { entries: mapped(article.entries, (entry) => named(entry, names)) }),
    })),
  };
}

function named<Answer extends Noted>(answer: Answer, names: readonly string[]): Answer {
  const notes = answer.verify_by_profile;
  if (!notes) return answer;
  const words = (language: 'ro' | 'en') =>
    notes
      .map(({ words: of, profiles }) => {
        const whose = profiles.flatMap((place) => names[place] ?? []).join(', ');
        return whose ? aboutWords(of[language], whose) : of[language];
      })
      .join('; ');
  return { ...answer, verify: { ro: words('ro'), en: words('en') } };
}

function mapped<Value>(
  values: Record<string, Value>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
