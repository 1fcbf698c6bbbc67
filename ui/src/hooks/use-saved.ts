import { useRef, useState } from 'react';
import { codeOf } from '../api/api-error.ts';
import type { TaskState } from './use-task.ts';

export interface Saved<Value extends object> {
  /** The reader's choice, whether or not the server has it yet. */
  shown: Value;
  state: TaskState;
  change: (part: Partial<Value>) => void;
  /** Sends unsaved changes again. */
  retry: () => void;
}

/**
 * A form without a submit button: each choice is sent at once, one request at a time, the latest
 * state last.
 *
 * A failed choice stays on the screen and is sent with the next change or with `retry`. `send`
 * updates the source of `stored`, which components see before the choice is let go
 * (`announceAtOnce`).
 */
export function useSaved<Value extends object>(
  stored: Value,
  send: (part: Partial<Value>) => Promise<unknown>,
): Saved<Value> {
  const [chosen, setChosen] = useState<Partial<Value>>({});
  const [state, setState] = useState<TaskState>({ phase: 'idle' });
  const waiting = useRef<Partial<Value>>({});
  const sending = useRef(false);

  async function sendAll(): Promise<void> {
    while (Object.keys(waiting.current).length > 0) {
      const part = waiting.current;
      waiting.current = {};
      try {
        await send(part);
      } catch (error) {
        waiting.current = { ...part, ...waiting.current };
        throw error;
      }
    }
  }

  async function flush(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setState({ phase: 'busy' });
    try {
      await sendAll();
      setChosen({});
      setState({ phase: 'done' });
    } catch (error) {
      setState({ phase: 'failed', code: codeOf(error) });
    } finally {
      sending.current = false;
    }
  }

  function change(part: Partial<Value>) {
    waiting.current = { ...waiting.current, ...part };
    setChosen((before) => ({ ...before, ...part }));
    void flush();
  }

  return { shown: { ...stored, ...chosen }, state, change, retry: () => void flush() };
}
