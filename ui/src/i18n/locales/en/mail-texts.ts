import mail from './mail.json';

/** What only who looks after the mails that come ever reads. */
export const texts = { mail };
