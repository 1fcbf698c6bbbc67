import type { paths } from './types.gen.ts';

/* Named by what they are for us, and read from the paths rather than from the server's type names:
   those may be renamed without a change of the contract. */
type Ok<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type ArticleSummary = Ok<'/lawchanges'>[number];
export type Article = Ok<'/lawchanges/{articleId}'>[number];
export type Deadline = ArticleSummary['deadlines'][number];
export type Topic = Ok<'/topics'>[number];
export type UpcomingDeadline = Ok<'/deadlines'>[number];
export type Site = Ok<'/site'>;
export type Testimonial = Site['testimonials'][number];
export type Language = 'en' | 'ro';
