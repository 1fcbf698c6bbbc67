import mail from './mail.json';

export const texts = { mail };
