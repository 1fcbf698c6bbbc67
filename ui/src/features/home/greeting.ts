const minutesPerVariant = 12;
const variants = ['v0', 'v1', 'v2', 'v3', 'v4'] as const;

export type GreetingVariant = (typeof variants)[number];

/** Selects one of the five greetings: the current minute divided by twelve. */
export function greetingVariant(now: Date): GreetingVariant {
  return variants[Math.floor(now.getMinutes() / minutesPerVariant)] ?? 'v0';
}
