import type { paths } from './types.gen.ts';

/* Types named for their use here, derived from the paths: the server's type names may change
   without changing the contract. */
type Ok<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type ArticleSummary = Ok<'/lawchanges'>[number];
export type Article = Ok<'/lawchanges/{articleId}'>[number];
export type DatedEntry = ArticleSummary['deadlines'][number];
export type AmendedAct = Ok<'/lawchanges/{articleId}/amendments'>[number];
export type Amendment = AmendedAct['amendments'][number];
export type ActPage = Ok<'/acts/{id}'>;
export type Act = ActPage['act'];
export type ActHistory = Ok<'/acts/{id}/history'>;
export type HistoryEntry = ActHistory['entries'][number];
export type MonthlyOverview = Ok<'/overviews/{id}'>;
export type OverviewItem = Ok<'/overviews'>[number];
export type GazetteMonth = Ok<'/coverage/calendar'>;
export type YearCoverage = Ok<'/coverage'>[number];
export type EntryKind = DatedEntry['kind'];
export type AudienceRole = DatedEntry['roles'][number];
export type Source = ArticleSummary['sources'][number];
export type Step = Article['steps'][number];
export type Insights = Ok<'/insights'>;
export type Headline = Insights['timeline'][number];
export type Topic = Ok<'/topics'>[number];
export type Deadline = Ok<'/deadlines'>[number];
export type Duty = Ok<'/duties'>[number];
export type LawFigure = Ok<'/figures'>[number];
export type FigureValue = LawFigure['values'][number];
type DutyDay = Duty['days'][number];
export type ShiftReason = NonNullable<DutyDay['shift_reason']>;
export type SearchAnswer = Ok<'/search'>;
export type SearchHit = SearchAnswer['hits'][number];
export type TextFragment = SearchHit['title'];
export type Suggestion = Ok<'/search/suggest'>[number];
export type Site = Ok<'/site'>;
export type Testimonial = Site['testimonials'][number];
export type Question = Ok<'/concerns/questions'>[number];
export type ConcernReport =
  paths['/concerns']['post']['responses'][200]['content']['application/json'];
export type ConcernAnswer = ConcernReport['duties'][string];
export type ConcernDate = ConcernReport['dates'][number];
export type Language = 'en' | 'ro';
