import type { paths } from './types.gen.ts';

/** The events that may be counted: a closed list without personal data. */
export type AnalyticsEvent =
  paths['/analytics/events']['post']['requestBody']['content']['application/json']['events'][number];
export type ShareTarget = Extract<AnalyticsEvent, { name: 'share' }>['target'];
