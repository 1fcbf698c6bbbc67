/** The target of the early-access buttons. */
export const formId = 'early-access';
