import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../../api/provider-name.ts';
import { minutesAndSeconds, useCountdown } from '../../../hooks/use-countdown.ts';
import { classes } from '../../../ui/classes.ts';
import { grid } from '../../../ui/layout.ts';
import { configured } from '../config.ts';
import { EmailField } from '../page-fields.tsx';
import { Buttons, FlowButton, PageForm, Submit } from '../page-form.tsx';
import type { PageOf } from '../pages.ts';
import { Sheet } from '../sheet.tsx';
import styles from '../sign-in.module.css';
import { WithEmail } from '../strong.tsx';
import { useWidget } from '../widget-context.ts';

/** The link was sent. */
export function LinkSent({ page }: { page: PageOf<'emailLinkSignInSent'> }) {
  const { t } = useTranslation();
  const { email } = page;
  return (
    <Sheet title={t(($) => $.sign_in.title.link_sent)}>
      <WithEmail text={t(($) => $.sign_in.body.link_sent, { email })} />
      <FlowButton button="trouble" look="link">
        {t(($) => $.sign_in.link.trouble_getting_email)}
      </FlowButton>
      <Buttons>
        <FlowButton button="back">{t(($) => $.sign_in.btn.back)}</FlowButton>
      </Buttons>
    </Sheet>
  );
}

/** What to try when the link does not arrive. */
export function EmailNotReceived({ page }: { page: PageOf<'emailNotReceived'> }) {
  const { t } = useTranslation();
  return (
    <Sheet terms title={t(($) => $.sign_in.title.email_not_received)}>
      <ul className={classes(grid(2), styles.hints)}>
        <li>{t(($) => $.sign_in.body.hint_spam)}</li>
        <li>{t(($) => $.sign_in.body.hint_connection)}</li>
        <li>{t(($) => $.sign_in.body.hint_spelling)}</li>
        <li>{t(($) => $.sign_in.body.hint_full)}</li>
      </ul>
      <p>{t(($) => $.sign_in.body.hint_resend)}</p>
      <Buttons>
        <FlowButton button="back">{t(($) => $.sign_in.btn.back)}</FlowButton>
        <Resend key={page.attempt} wait={page.wait ?? 0} />
      </Buttons>
    </Sheet>
  );
}

/* The pause takes the place of the button, also for the focus. */
function Resend({ wait }: { wait: number }) {
  const { t } = useTranslation();
  const { left } = useCountdown(wait);
  const pause = useRef<HTMLParagraphElement>(null);
  useEffect(() => pause.current?.focus(), []);
  if (left > 0) {
    return (
      <p ref={pause} tabIndex={-1} className={styles.pause}>
        {t(($) => $.sign_in.body.resend_in, { time: minutesAndSeconds(left) })}
      </p>
    );
  }
  return (
    <FlowButton button="resend" look="primary">
      {t(($) => $.sign_in.btn.resend)}
    </FlowButton>
  );
}

/** The link was opened where its address is unknown. */
export function LinkConfirmation({ page }: { page: PageOf<'emailLinkSignInConfirmation'> }) {
  const { t } = useTranslation();
  return (
    <Sheet terms form title={t(($) => $.sign_in.title.confirm_email)}>
      <p>{t(($) => $.sign_in.body.confirm_email)}</p>
      <PageForm>
        <EmailField email={page.email} />
        <Buttons>
          <FlowButton button="cancel">{t(($) => $.sign_in.btn.cancel)}</FlowButton>
          <Submit>{t(($) => $.sign_in.btn.next)}</Submit>
        </Buttons>
      </PageForm>
    </Sheet>
  );
}

/** A link that connects a provider was opened in another browser. */
export function ConnectElsewhere({
  page,
}: {
  page: PageOf<'emailLinkSignInLinkingDifferentDevice'>;
}) {
  const { t } = useTranslation();
  const { config } = useWidget().runner;
  const provider = nameOf(configured(config, page.provider) ?? page);
  return (
    <Sheet title={t(($) => $.sign_in.title.connect_elsewhere)}>
      <p>{t(($) => $.sign_in.body.connect_elsewhere, { provider })}</p>
      <p>{t(($) => $.sign_in.body.connect_elsewhere_2)}</p>
      <Buttons>
        <FlowButton button="continue" look="primary">
          {t(($) => $.sign_in.btn.continue)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}

const reasons = {
  differentDeviceError: 'different_device',
  anonymousUserMismatch: 'guest_ended',
} as const;

/**
 * The link works only in the browser that requested it, or the guest who requested it no longer
 * uses this browser.
 */
export function LinkOfAnother({ id }: { id: keyof typeof reasons }) {
  const { t } = useTranslation();
  const reason = reasons[id];
  return (
    <Sheet title={t(($) => $.sign_in.title[reason])}>
      <p>{t(($) => $.sign_in.body[reason])}</p>
      <Buttons>
        <FlowButton button="done" look="primary">
          {t(($) => $.sign_in.btn.dismiss)}
        </FlowButton>
      </Buttons>
    </Sheet>
  );
}
