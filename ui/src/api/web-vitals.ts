import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { AnalyticsEvent } from './analytics-event.ts';

/** Reports the visitor's web vitals: the rating only, not the time. */
export function reportWebVitals(track: (event: AnalyticsEvent) => void): void {
  const report = ({ name, rating }: Metric) => track({ name: 'web_vital', metric: name, rating });
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(report);
}
