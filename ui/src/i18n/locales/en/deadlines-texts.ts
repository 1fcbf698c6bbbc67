import deadlines from './deadlines.json';

/** Texts of the deadlines screen only. */
export const texts = { deadlines };
