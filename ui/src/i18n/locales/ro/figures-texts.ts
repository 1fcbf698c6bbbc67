import figures from './figures.json';

/** Texts of the figures of the law only. */
export const texts = { figures };
