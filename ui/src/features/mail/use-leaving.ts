import { changeSubscription, leave, rejoin } from '../../api/mail.ts';
import type { Subscription, SubscriptionChange } from '../../api/mail-types.ts';
import { useKeepSubscription } from '../../hooks/subscription.ts';
import { useTask } from '../../hooks/use-task.ts';

/** Unsubscribing and its undo; `then` runs before the next render. */
export function useLeaving(token: string) {
  const keep = useKeepSubscription(token);
  const task = useTask();

  const start = (work: () => Promise<Subscription>, then: () => void) =>
    void task.start(async () => {
      const subscription = await work();
      then();
      keep(subscription);
    });

  return {
    task,
    leave: (then: () => void) => start(() => leave(token), then),
    rejoin: (then: () => void) => start(() => rejoin(token), then),
    /* Excludes unwanted mails first, so that none is sent in between. */
    rejoinWith: (change: SubscriptionChange, then: () => void) =>
      start(async () => {
        await changeSubscription(token, change);
        return rejoin(token);
      }, then),
  };
}
