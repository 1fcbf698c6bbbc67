/** What a page says to the worker. */
export type Message =
  /** Become the active worker now. */
  | { type: 'take_over' }
  /** Answered through the port with true when the page's script is of the worker's build. */
  | { type: 'is_yours'; script: string };
