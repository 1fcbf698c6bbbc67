import overview from './overview.json';

/** Texts of the monthly overviews only. */
export const texts = { overview };
