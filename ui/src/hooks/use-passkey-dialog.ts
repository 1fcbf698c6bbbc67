import { useEffect, useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Cancelled } from './use-task.ts';

type Ask<Result> = (signal: AbortSignal) => Promise<Result>;

/** Opens the browser's dialog for passkeys, and closes it when the component leaves the page. */
export function usePasskeyDialog(): <Result>(ask: Ask<Result>) => Promise<Result> {
  const asked = useRef<AbortController>(undefined);
  useEffect(() => () => asked.current?.abort(new Cancelled()), []);
  return async (ask) => {
    const call = new AbortController();
    asked.current = call;
    try {
      return await ask(call.signal);
    } catch (error) {
      const cancelled = error instanceof ApiError && error.code === 'passkey_cancelled';
      throw cancelled ? new Cancelled() : error;
    }
  };
}
