import { watchInstallOffer } from './install-prompt.ts';
import { serverPagePainted } from './task.ts';
import './styles/tokens.css';
import './styles/dark-without-script.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/language-offer.css';
import './styles/mark.css';
import './styles/consent.css';
import './styles/landing.css';
import './styles/server-text.css';
import './styles/print.css';

async function startPage(): Promise<void> {
  watchInstallOffer();
  await serverPagePainted();
  const { start } = await import('./landing-app.tsx');
  await start();
}

void startPage();
