/** Where the early-access buttons lead. */
export const formId = 'early-access';
