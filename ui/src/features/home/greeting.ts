const minutesPerVariant = 12;
const variants = ['v0', 'v1', 'v2', 'v3', 'v4'] as const;

type GreetingVariant = (typeof variants)[number];

/** The greeting that the server's page shows, which the app keeps. */
export function servedGreeting(): GreetingVariant | undefined {
  const shown = document.querySelector<HTMLElement>('[data-greeting]')?.dataset.greeting;
  return variants.find((variant) => variant === `v${shown}`);
}

/** Selects one of the five greetings: the current minute divided by twelve. */
export function greetingVariant(now: Date): GreetingVariant {
  return variants[Math.floor(now.getMinutes() / minutesPerVariant)] ?? 'v0';
}

/** The greeting that invites a visitor to see what Home shows already once there are answers. */
export const invitesToSee = (variant: GreetingVariant): variant is 'v0' => variant === 'v0';
