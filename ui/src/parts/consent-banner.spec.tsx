import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { flush, startAnalytics, track } from '../api/analytics.ts';
import { exampleSite } from '../test/example-site.ts';
import { ConsentBanner } from './consent-banner.tsx';

const sent = vi.fn(() => true);

beforeEach(() => {
  sent.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: sent, configurable: true });
  render(<ConsentBanner site={exampleSite()} />);
  // What another tab does when it clears the choice.
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'analytics-consent', newValue: null }));
  });
});

describe('consent banner', () => {
  test('nothing is kept or sent before Accept; Accept stores and starts', async () => {
    startAnalytics();
    track({ name: 'page_view', screen: 'landing' });
    flush();
    expect(sent).not.toHaveBeenCalled();
    expect(localStorage.getItem('analytics-consent')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(localStorage.getItem('analytics-consent')).toBe('accepted');
    expect(screen.queryByRole('region')).toBeNull();
    track({ name: 'page_view', screen: 'home' });
    flush();
    expect(sent).toHaveBeenCalled();
  });

  test('no banner where analytics is off or unknown', () => {
    cleanup();
    const { rerender } = render(<ConsentBanner site={undefined} />);
    expect(screen.queryByRole('region')).toBeNull();
    // The place of the server's banner is kept while the site is unknown.
    rerender(<ConsentBanner site={undefined} wasAsked />);
    expect(screen.getByRole('region')).toBeVisible();
    rerender(<ConsentBanner site={exampleSite({ analytics: false })} wasAsked />);
    expect(screen.queryByRole('region')).toBeNull();
    rerender(<ConsentBanner site={exampleSite({ analytics: false })} />);
    expect(screen.queryByRole('region')).toBeNull();
    rerender(<ConsentBanner site={exampleSite()} />);
    expect(screen.getByRole('region')).toBeVisible();
  });

  test('Reject stores and sends nothing', async () => {
    startAnalytics();
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(localStorage.getItem('analytics-consent')).toBe('rejected');
    expect(screen.queryByRole('region')).toBeNull();
    track({ name: 'page_view', screen: 'landing' });
    flush();
    expect(sent).not.toHaveBeenCalled();
  });
});
