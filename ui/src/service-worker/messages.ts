/** Messages from a page to the worker. */
export type Message =
  /** Become the active worker now. */
  | { type: 'take_over' }
  /** Cache what the page had loaded before the worker controlled it. */
  | { type: 'keep'; addresses: string[] }
  /** Answered through the port: whether the page's script belongs to the worker's build. */
  | { type: 'is_yours'; script: string };
