import questions from './questions.json';

/** Texts of the questions about the reader only. */
export const texts = { questions };
