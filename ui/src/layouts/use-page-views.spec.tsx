import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as analytics from '../api/analytics.ts';
import { consent } from '../consent.ts';
import { renderApp } from '../test/render-app.tsx';
import { usePageViews } from './use-page-views.ts';

function Page() {
  usePageViews();
  return null;
}

test('each screen counts once per navigation, and the one that was shown when the visitor agreed', async () => {
  const track = vi.spyOn(analytics, 'track').mockImplementation(() => {});
  const { router } = renderApp({ element: <Page /> });
  expect(track).not.toHaveBeenCalled();
  act(() => consent.choose('accepted'));
  for (const address of [
    '/app?importance=4',
    '/app?articleId=a',
    '/app?articleId=b',
    '/app?screen=chat&lang=ro',
    '/app?screen=chat',
    '/app?screen=nonsense',
  ]) {
    await act(() => router.navigate(address));
  }
  const counted = track.mock.calls.map(([event]) => event);
  expect(counted).toEqual(
    ['home', 'article', 'article', 'chat', 'home'].map((screen) => ({ name: 'page_view', screen })),
  );
});
