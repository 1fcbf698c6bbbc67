import act from './act.json';

/** Texts of the page of an act only. */
export const texts = { act };
