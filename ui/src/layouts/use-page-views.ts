import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { track } from '../api/analytics.ts';
import { useConsent } from '../hooks/use-consent.ts';
import { actOf, overviewOf, screenOf, topicOf } from '../paths.ts';

/**
 * Counts each screen once per navigation; filters, languages, the desk and the operator's page do not count.
 *
 * Consent given while a screen is shown counts that screen.
 */
export function usePageViews(): void {
  const [params] = useSearchParams();
  const agreed = useConsent() === 'accepted';
  const { pathname } = useLocation();
  const screen = pageOf(pathname) ?? screenOf(params);
  const page = `${screen} ${pathname} ${params.get('articleId') ?? ''}`;
  const counted = useRef('');
  useEffect(() => {
    if (!agreed || screen === 'desk' || screen === 'operator' || counted.current === page) return;
    counted.current = page;
    track({ name: 'page_view', screen });
  }, [agreed, page, screen]);
}

/** The kind of page that has a path of its own. */
function pageOf(pathname: string): 'topic' | 'act' | 'overview' | undefined {
  if (topicOf(pathname) !== undefined) return 'topic';
  if (actOf(pathname) !== undefined) return 'act';
  return overviewOf(pathname) === undefined ? undefined : 'overview';
}
