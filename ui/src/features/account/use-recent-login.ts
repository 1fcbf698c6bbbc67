import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { TurnedBack } from '../../hooks/use-task.ts';

interface Waiting {
  go: () => void;
  stop: () => void;
}

/** Does `work`; if the server wants a recent sign-in, after the reader has given one. */
export type Sensitive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For what only a recent sign-in may do: asks for one when the server does, and then repeats. */
export function useRecentLogin() {
  const [waiting, setWaiting] = useState<Waiting>();

  async function proven(): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        setWaiting({ go: resolve, stop: () => reject(new TurnedBack()) });
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
