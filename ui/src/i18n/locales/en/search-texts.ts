import search from './search.json';

/** Texts of the search screen only. */
export const texts = { search };
