/** The digits of a code of an authenticator app, and of one in a text message. */
export const codeDigits = 6;

/** Room for a recovery code of 16 letters, however its groups are set apart. */
export const recoveryCodeRoom = 40;

export const isOneTimeCode = (text: string) => new RegExp(`^\\d{${codeDigits}}$`).test(text);
