import { BriefcaseBusiness, KeyRound, Plus, Sprout } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts.ts';
import { sitePaths } from '../../site-paths.ts';
import styles from './role-links.module.css';

/* The questions know these roles; "something else" begins without one. */
const icons = { rent: KeyRound, firm: BriefcaseBusiness, land: Sprout, else: Plus };
const roles = ['rent', 'firm', 'land', 'else'] as const;

/** Four roles, each of which begins the questions with its answer. */
export function RoleLinks() {
  const { t, language } = useTexts();
  return (
    <nav className={styles.roles} aria-labelledby="roles-title">
      <h2 id="roles-title" className={styles.title}>
        {t(($) => $.landing.roles.title)}
      </h2>
      <ul className={styles.list}>
        {roles.map((role) => {
          const Icon = icons[role];
          return (
            <li key={role}>
              <a href={sitePaths.begin(role, language)} className={styles.role}>
                <Icon aria-hidden="true" />
                {t(($) => $.landing.roles[role])}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
