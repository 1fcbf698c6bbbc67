import { storage } from '../storage.ts';

/* `public/theme.js` shows the line before the first paint, unless this key is set. */
const offerKey = 'language-offer';

/** Answers the line that offers Romanian to Romanian browsers, until the returned function is called. */
export function answerLanguageOffer(accept: () => void): () => void {
  function answer({ target }: MouseEvent) {
    const button =
      target instanceof Element && target.closest<HTMLElement>('[data-language-offer]');
    if (!button) return;
    storage.set(offerKey, 'answered');
    delete document.documentElement.dataset.offers;
    if (button.dataset.languageOffer === 'accept') accept();
  }
  document.addEventListener('click', answer);
  return () => document.removeEventListener('click', answer);
}
