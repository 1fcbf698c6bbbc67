import { day, hour, minute, second } from '../../durations.ts';

export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/* Smaller differences come from network delay and the header's whole seconds. */
const tolerated = 30 * second;

/** Splits the remaining milliseconds; never negative. */
export function timeLeft(ms: number): TimeLeft {
  const left = Math.max(0, ms);
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: Math.floor((left % minute) / second),
  };
}

/** The visitor's clock error against the server, when large enough to correct. */
export function clockSkew(serverTime: number | undefined, now: number): number {
  if (serverTime === undefined) return 0;
  const skew = serverTime - now;
  return Math.abs(skew) > tolerated ? skew : 0;
}
