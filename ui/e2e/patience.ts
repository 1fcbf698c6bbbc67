/**
 * How long a journey waits for anything, in milliseconds. Only a failing journey waits this long,
 * so it is generous: a busy machine must not fail a sound program.
 */
export const patience = 60_000;
