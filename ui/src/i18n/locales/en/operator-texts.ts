import operator from './operator.json';

/** Texts of the operator's page only. */
export const texts = { operator };
