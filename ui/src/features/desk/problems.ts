import type { DraftArticle, FieldProblem } from '../../api/desk.ts';
import { pathOf, textFields } from './texts.ts';

/* Conditions and their words, whose fields mark the parts themselves. */
const ofConditions =
  /^(concerns\.(condition|event|unless|open_point|reason\.(yes|no)\.)|(steps|deadlines)\[\d+\]\.condition)/;

/** The problems of fields that the form does not show. */
export function elsewhere(problems: FieldProblem[], article: DraftArticle): FieldProblem[] {
  const steps = (article.steps ?? []).map((_, at) => `steps[${at}].text`);
  const entries = (article.deadlines ?? []).map((_, at) => `deadlines[${at}].what`);
  const days = (article.deadlines ?? []).map((_, at) => `deadlines[${at}].date`);
  const texts = [...textFields, ...steps, ...entries];
  const shown = new Set([
    ...texts,
    ...texts.map((field) => pathOf('en', field)),
    ...days,
    'importance',
    'topic',
    'publish_date',
  ]);
  return problems.filter(
    ({ field }) => field === undefined || !(shown.has(field) || ofConditions.test(field)),
  );
}
