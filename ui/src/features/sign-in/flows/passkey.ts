import type { PasskeyAnswer } from '../../../api/passkey-ceremony.ts';
import { configured } from '../config.ts';
import type { Flow, Step } from '../model.ts';
import { isPress, withInfoBar } from '../page-steps.ts';
import { askForPasskey, passkeyPageOf, startPage } from './entries.ts';
import { finish } from './success.ts';

/** The passkey that the browser offered in the field for the address. */
function offered(answer: PasskeyAnswer): Step {
  return { page: passkeyPageOf(), request: { kind: 'passkeyAnswer', answer } };
}

/** A passkey chosen on the page for the address: by its button, or in its field. */
export const passkeyChoice: Flow = (page, event, context) => {
  if (page.id !== 'signIn' || !configured(context.config, 'passkey')) return undefined;
  if (event.type === 'passkey') return offered(event.answer);
  const isChosen = event.type === 'choose' && event.provider === 'passkey';
  return isChosen ? askForPasskey(page.email) : undefined;
};

/** The browser does not say whether the user refused or has no passkey, so the page stays. */
export const passkeyPage: Flow = (page, event, context) => {
  if (page.id !== 'passkey') return undefined;
  if (isPress(event, 'retry')) return askForPasskey(page.email);
  if (isPress(event, 'cancel')) return startPage(context);
  if (event.type === 'problem') return withInfoBar(page, event.code);
  if (event.type !== 'answer' || event.answer.to !== 'session') return undefined;
  return finish(page, event.answer.session, 'passkey');
};
