import desk from './desk.json';

/** Texts of the editors' desk only. */
export const texts = { desk };
