import { type ComponentType, lazy, useState } from 'react';

interface Deferred<Props> {
  /** Fetches the code ahead of time. */
  load: () => Promise<unknown>;
  Screen: ComponentType<Props>;
}

/**
 * A component whose code comes when it is needed.
 *
 * `lazy` alone suspends once even when its code is already here, and React then keeps the empty
 * fallback on the screen for up to 300 ms. Code that has been loaded is drawn at once.
 */
export function deferred<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  let ready: ComponentType<Props> | undefined;
  async function load() {
    ready ??= await fetch();
    return ready;
  }
  const Waiting = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  function Screen(props: Props) {
    // Kept for as long as it is shown: another type would mount the screen anew.
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Waiting);
    return <Shown {...props} />;
  }
  return { load, Screen };
}
