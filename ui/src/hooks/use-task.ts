import { useRef, useState } from 'react';
import { codeOf } from '../api/api-error.ts';

/** Thrown by whoever lets the reader turn back: nothing was done and nothing went wrong. */
export class TurnedBack extends Error {}

export type TaskState =
  | { phase: 'idle' | 'busy' | 'done' }
  | { phase: 'failed' /** The server's code, or that of a lost network. */; code: string };

/** What a field says of a failure: only what concerns it. */
export function errorOf(
  state: TaskState,
  codes: readonly string[],
  text: (code: string) => string,
): string | undefined {
  return state.phase === 'failed' && codes.includes(state.code) ? text(state.code) : undefined;
}

/** Something that is sent once at a time, and how it went. */
export function useTask() {
  const [state, setState] = useState<TaskState>({ phase: 'idle' });
  // The state is one render late: two presses would both find it idle.
  const running = useRef(false);

  async function start(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setState({ phase: 'busy' });
    try {
      await work();
      setState({ phase: 'done' });
      return true;
    } catch (error) {
      if (error instanceof TurnedBack) setState({ phase: 'idle' });
      else setState({ phase: 'failed', code: codeOf(error) });
      return false;
    } finally {
      running.current = false;
    }
  }

  return {
    state,
    busy: state.phase === 'busy',
    start,
    /** What the reader is told before anything is sent. */
    refuse: (code: string) => setState({ phase: 'failed', code }),
    reset: () => setState((now) => (now.phase === 'busy' ? now : { phase: 'idle' })),
  };
}
