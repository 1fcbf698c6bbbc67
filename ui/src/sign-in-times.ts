import { second } from './durations.ts';

/** The specified times of signing in, in milliseconds. */
export const signInTimes = {
  /** The Auth screen waits before it starts the widget. */
  mountDelay: 100,
  /** A request takes this long before progress shows. */
  busyDelay: 500,
  /** A dialog about success stays. */
  done: 1000,
  /** Before another text message can be requested. */
  resendPause: 15_000,
  /** The server has to answer. */
  answer: { computer: 30_000, mobile: 60_000, offline: 5_000 },
  /** An access token this close to its expiry is not used. */
  tokenSpare: 30_000,
  /** Before the session is asked for again when the server could not be reached. */
  sessionRetry: 30_000,
  /** The shortest such pause that the server can ask for. */
  soonestRetry: 5_000,
} as const;

/** Seconds before another text message can be requested. */
export const resendSeconds = signInTimes.resendPause / second;
