import { useRef, useState } from 'react';
import { codeOf } from '../api/api-error.ts';

/** Thrown when the reader cancels or leaves: nothing was done and nothing failed. */
export class Cancelled extends Error {}

export type TaskState =
  | { phase: 'idle' | 'busy' | 'done' }
  | {
      phase: 'failed';
      /** The server's code, or the one for a lost network. */
      code: string;
    };

/** The error of a field: only codes that concern it. */
export function errorOf(
  state: TaskState,
  codes: readonly string[],
  text: (code: string) => string,
): string | undefined {
  return state.phase === 'failed' && codes.includes(state.code) ? text(state.code) : undefined;
}

/** An operation that runs once at a time, with its state. */
export function useTask() {
  const [state, setState] = useState<TaskState>({ phase: 'idle' });
  // State is one render late; two presses would both find it idle.
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
      if (error instanceof Cancelled) setState({ phase: 'idle' });
      else setState({ phase: 'failed', code: codeOf(error) });
      return false;
    } finally {
      running.current = false;
    }
  }

  return {
    state,
    busy: state.phase === 'busy',
    /** The code of a failure. */
    failed: state.phase === 'failed' ? state.code : undefined,
    start,
    /** A client-side refusal, before anything is sent. */
    refuse: (code: string) => setState({ phase: 'failed', code }),
    reset: () => setState((now) => (now.phase === 'busy' ? now : { phase: 'idle' })),
  };
}
