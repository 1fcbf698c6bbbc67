import { BookOpenText, Feather, type LucideIcon, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './achievements.module.css';

/** The three titles; nothing unlocks them. */
export function Achievements() {
  const { t } = useTranslation();
  const all: Array<[LucideIcon, string, string]> = [
    [ScrollText, t(($) => $.reader.profile.guru), t(($) => $.reader.profile.guru_text)],
    [Feather, t(($) => $.reader.profile.eagle), t(($) => $.reader.profile.eagle_text)],
    [
      BookOpenText,
      t(($) => $.reader.profile.aficionado),
      t(($) => $.reader.profile.aficionado_text),
    ],
  ];
  return (
    <section aria-labelledby="achievements">
      <h2 id="achievements" className={styles.heading}>
        {t(($) => $.reader.profile.achievements)}
      </h2>
      <ul className={styles.list}>
        {all.map(([Icon, name, text]) => (
          <li key={name} className={styles.one}>
            <span className={styles.seal}>
              <Icon aria-hidden="true" />
            </span>
            <p>
              <span className={styles.name}>{name}</span>
              <span className={styles.text}>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
