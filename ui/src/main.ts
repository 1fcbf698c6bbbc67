import { loadChunk } from './chunks.ts';
import { type Consent, consent } from './consent.ts';
import { watchInstallOffer } from './install-prompt.ts';
import { nextTask, serverPagePainted } from './task.ts';
import './styles/tokens.css';
import './styles/dark-without-script.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/language-offer.css';
import './styles/mark.css';
import './styles/consent.css';
import './styles/frame.css';
import './styles/tabs.css';
import './styles/home.css';
import './styles/home-aside.css';
import './styles/home-cards.css';
import './styles/home-duties.css';
import './styles/shell.css';
import './styles/article.css';
import './styles/amendments.css';
import './styles/shell-article.css';
import './styles/verdict.css';
import './styles/shell-home.css';
import './styles/shell-found.css';
import './styles/server-text.css';
import './styles/places.css';
import './styles/print.css';

/* Without its chunks the app has no texts, so these stand in the page. Text written by the server
   is worth more and stays. */
function showFailure(error: unknown): void {
  const root = document.getElementById('root');
  const words = document.querySelector<HTMLTemplateElement>('#not-started');
  if (root && words && !root.querySelector(':scope > :not(noscript)'))
    root.append(words.content.cloneNode(true));
  throw error;
}

/* The server's banner can be answered before the app's takes its place. */
function takeAnswer(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button[data-consent]'))
    button.addEventListener('click', () => {
      const choice = button.dataset.consent as NonNullable<Consent>;
      consent.choose(choice);
      document.documentElement.dataset.consent = choice;
    });
}

async function startApp(): Promise<void> {
  watchInstallOffer();
  takeAnswer();
  await serverPagePainted();
  const { start } = await loadChunk(() => import('./app.tsx'));
  await nextTask();
  await start();
}

startApp().catch(showFailure);
