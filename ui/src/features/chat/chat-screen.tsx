import { useTranslation } from 'react-i18next';
import { usePage } from '../../hooks/use-page.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AssistantBanner } from './assistant-banner.tsx';
import styles from './chat-screen.module.css';

/** What the assistant will do; nothing here pretends that it works already. */
export function ChatScreen() {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.pages.chat.title));
  const questions = [
    t(($) => $.pages.chat.question_1),
    t(($) => $.pages.chat.question_2),
    t(($) => $.pages.chat.question_3),
    t(($) => $.pages.chat.question_4),
  ];
  return (
    <div className={styles.screen}>
      <BackLink />
      <AssistantBanner label={t(($) => $.pages.chat.banner)} />
      <p className={styles.soon}>{t(($) => $.pages.chat.soon)}</p>
      <PageHeading headingRef={heading} lead={t(($) => $.pages.chat.text)}>
        {t(($) => $.pages.chat.title)}
      </PageHeading>
      <h2 className={styles.heading}>{t(($) => $.pages.chat.samples)}</h2>
      <ul className={styles.questions}>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </div>
  );
}
