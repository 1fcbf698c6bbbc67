import { describe, expect, test } from 'vitest';
import { popupSize } from './api/popup-window.ts';
import { readConfig } from './features/sign-in/config.ts';
import { minutesAndSeconds } from './hooks/use-countdown.ts';
import { signInTimes } from './sign-in-times.ts';

describe('the times and sizes of signing in', () => {
  test.each([
    ['the widget starts after', signInTimes.mountDelay, 100],
    ['its configuration starts it after', readConfig({}).mountDelayMs, 100],
    ['progress shows after', signInTimes.busyDelay, 500],
    ['a dialog about success stays', signInTimes.done, 1000],
    ['another message can be requested after', signInTimes.resendPause, 15_000],
    ['the server answers a computer within', signInTimes.answer.computer, 30_000],
    ['the server answers a telephone within', signInTimes.answer.mobile, 60_000],
    ['without a network it answers within', signInTimes.answer.offline, 5_000],
    ['an access token is not used in its last', signInTimes.tokenSpare, 30_000],
    ['the session is asked for again after', signInTimes.sessionRetry, 30_000],
    ['the width of a window', popupSize.width, 500],
    ['the height of a window', popupSize.height, 600],
  ])('%s %i', (_, used, specified) => {
    expect(used).toBe(specified);
  });

  test('a pause is counted as minutes and seconds', () => {
    const pause = signInTimes.resendPause / 1000;
    expect([pause, 9, 60].map(minutesAndSeconds)).toEqual(['0:15', '0:09', '1:00']);
  });
});
