import { type ComponentType, lazy, useState } from 'react';
import { loadChunk } from '../chunks.ts';

/** A component whose code is loaded on demand. */
interface Deferred<Props extends object> {
  /** Loads the code ahead of time. */
  load: () => Promise<ComponentType<Props>>;
  /**
   * The component that can be rendered now: the loaded one, or one that suspends until its code
   * arrives.
   */
  current: () => ComponentType<Props>;
}

/**
 * `lazy` suspends once even when its code is loaded, and React then shows the empty fallback for up
 * to 300 ms. Loaded code renders at once.
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
  // Kept while mounted: another component type would remount the screen.
  const [Shown] = useState(() => screen.current());
  return <Shown {...props} />;
}
