import mail from './mail.json';

/** Texts for mail pages only. */
export const texts = { mail };
