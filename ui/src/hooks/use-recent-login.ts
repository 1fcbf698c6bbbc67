import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { Cancelled } from './use-task.ts';

interface Waiting {
  go: () => void;
  stop: () => void;
}

/** Runs `work`; if the server requires a recent sign-in, asks for one and repeats it. */
export type Sensitive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Asks for a recent sign-in when the server requires one, then repeats the operation. */
export function useRecentLogin() {
  const [waiting, setWaiting] = useState<Waiting>();

  async function proven(): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        setWaiting({ go: resolve, stop: () => reject(new Cancelled()) });
      });
    } finally {
      setWaiting(undefined);
    }
  }

  const sensitive: Sensitive = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'requires_recent_login') throw error;
    }
    await proven();
    return work();
  };

  return { sensitive, waiting };
}
