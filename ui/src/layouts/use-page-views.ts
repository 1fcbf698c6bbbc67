import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { track } from '../api/analytics.ts';
import { useConsent } from '../hooks/use-consent.ts';
import { actOf, screenOf, topicOf } from '../paths.ts';

/**
 * Counts each screen once per navigation; filters, languages and the desk do not count.
 *
 * Consent given while a screen is shown counts that screen.
 */
export function usePageViews(): void {
  const [params] = useSearchParams();
  const agreed = useConsent() === 'accepted';
  const { pathname } = useLocation();
  const [topic, act] = [topicOf(pathname), actOf(pathname)];
  const screen = topic !== undefined ? 'topic' : act !== undefined ? 'act' : screenOf(params);
  const page = `${screen} ${topic ?? act ?? params.get('articleId') ?? ''}`;
  const counted = useRef('');
  useEffect(() => {
    // The desk is the editors' work, not a visit.
    if (!agreed || screen === 'desk' || counted.current === page) return;
    counted.current = page;
    track({ name: 'page_view', screen });
  }, [agreed, page, screen]);
}
