import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { showLandingTexts } from './landing-texts.ts';
import { useTexts } from './use-texts.ts';

describe('texts of the landing page', () => {
  test('placeholders, plurals and the language on the screen', async () => {
    await showLandingTexts('en');
    const { result } = renderHook(() => useTexts());
    const days = (count: number) =>
      result.current.t(($) => $.landing.countdown.spoken_days, { count });
    expect(result.current.t(($) => $.subscribe.failed_with, { error: '<b>$&' })).toBe(
      'Subscription failed: <b>$&',
    );
    expect([1, 2].map(days)).toEqual(['1 day', '2 days']);
    await act(() => showLandingTexts('ro'));
    expect(result.current.language).toBe('ro');
    expect([1, 2, 20].map(days)).toEqual(['1 zi', '2 zile', '20 de zile']);
  });
});
