import { type ComponentType, lazy, useState } from 'react';
import { loadChunk } from './chunks.ts';

/** A component whose code comes when it is needed. */
export interface Deferred<Props extends object> {
  /** Fetches the code ahead of time. */
  load: () => Promise<ComponentType<Props>>;
  /** What can be drawn now: the component itself, or one that suspends until its code is here. */
  current: () => ComponentType<Props>;
}

/**
 * `lazy` alone suspends once even when its code is already here, and React then keeps the empty
 * fallback on the screen for up to 300 ms. Code that has been loaded is drawn at once.
 */
export function deferred<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): Deferred<Props> {
  let ready: ComponentType<Props> | undefined;
  async function load() {
    ready ??= await loadChunk(fetch);
    return ready;
  }
  const waiting = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return { load, current: () => ready ?? waiting };
}

interface DeferredScreenProps<Props extends object> {
  screen: Deferred<Props>;
  props: Props;
}

/** Give it a `key` that changes with the screen. */
export function DeferredScreen<Props extends object>({
  screen,
  props,
}: DeferredScreenProps<Props>) {
  // Kept for as long as it is shown: another type would mount the screen anew.
  const [Shown] = useState(() => screen.current());
  return <Shown {...props} />;
}
