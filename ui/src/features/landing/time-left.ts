export interface TimeLeft {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/* Less is the network's delay and the whole seconds of the header. */
const tolerated = 30 * second;

/** What is left of a time in milliseconds; never less than nothing. */
export function timeLeft(ms: number): TimeLeft {
  const left = Math.max(0, ms);
  return {
    days: Math.floor(left / day),
    hours: Math.floor((left % day) / hour),
    minutes: Math.floor((left % hour) / minute),
    seconds: Math.floor((left % minute) / second),
  };
}

/** How far the visitor's clock is behind the server's, when that is worth a correction. */
export function clockSkew(serverTime: number | undefined, now: number): number {
  if (serverTime === undefined) return 0;
  const skew = serverTime - now;
  return Math.abs(skew) > tolerated ? skew : 0;
}
