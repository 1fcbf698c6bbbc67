/** The digits of a code of an authenticator app, and of one in a text message. */
export const codeDigits = 6;

export const isOneTimeCode = (text: string) => new RegExp(`^\\d{${codeDigits}}$`).test(text);
