/* Durations in milliseconds, written out so that the bundler puts the numbers where they are used. */

export const second = 1000;
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;
