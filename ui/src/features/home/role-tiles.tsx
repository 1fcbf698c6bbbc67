import { Check, Plus, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Topic } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Chip } from '../../ui/chip.tsx';
import { AskLine } from './ask-line.tsx';
import { isChosen, type ReaderRole, rolesAndTopics } from './reader-roles.ts';
import styles from './role-tiles.module.css';

interface RoleTilesProps {
  topics: Topic[];
  /** Ids of the chosen topics. */
  chosen: string[];
  onChoose: (topics: string[], on: boolean) => void;
}

/** Roles and topics that a visitor chooses with one tap, without an account. */
export function RoleTiles({ topics, chosen, onChoose }: RoleTilesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { roles, others } = rolesAndTopics(topics);
  const [open, setOpen] = useState(false);
  const isOpen = open || others.some(({ id }) => chosen.includes(id));
  const id = useId();
  if (topics.length === 0) {
    return (
      <div className="roles">
        <div className={styles.place} />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-label={t(($) => $.feed.roles)} className="roles" data-print="hide">
      <div className="role-tiles">
        {roles.map((role) => {
          const on = isChosen(role, chosen);
          const toggle = () => onChoose(role.topics, !on);
          return <RoleTile key={role.id} role={role} on={on} onToggle={toggle} />;
        })}
        {others.length > 0 && (
          <OthersTile id={id} count={others.length} open={isOpen} onToggle={() => setOpen(!open)} />
        )}
      </div>
      <AskLine />
      {isOpen && (
        <div id={id} className={styles.others}>
          {others.map((topic) => {
            const on = chosen.includes(topic.id);
            return (
              <Chip key={topic.id} chosen={on} onChoose={() => onChoose([topic.id], !on)}>
                {topic.name[language]}
              </Chip>
            );
          })}
        </div>
      )}
      {chosen.length > 0 && (
        <p className={styles.kept}>
          <Smartphone aria-hidden="true" />
          <span className={styles.long}>{t(($) => $.feed.kept_here)}</span>
          <span className={styles.short}>{t(($) => $.feed.kept_here_short)}</span>
        </p>
      )}
    </div>
  );
}

interface RoleTileProps {
  role: ReaderRole;
  on: boolean;
  onToggle: () => void;
}

function RoleTile({ role, on, onToggle }: RoleTileProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className="role-tile" aria-pressed={on} onClick={onToggle}>
      <role.icon aria-hidden="true" />
      <span className="role-words">
        <span className="role-name">{t(($) => $.feed[`role_${role.id}`])}</span>
        <span className="role-text">{t(($) => $.feed[`role_${role.id}_text`])}</span>
      </span>
      {on && <Check aria-hidden="true" className={styles.check} />}
    </button>
  );
}

interface OthersTileProps {
  /** Id of the topics that the tile shows and hides. */
  id: string;
  count: number;
  open: boolean;
  onToggle: () => void;
}

function OthersTile({ id, count, open, onToggle }: OthersTileProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="role-other"
      aria-expanded={open}
      aria-controls={id}
      onClick={onToggle}
    >
      <Plus aria-hidden="true" />
      <span className="role-words">
        <span className="role-name">{t(($) => $.feed.role_else)}</span>
        <span className="role-text">{t(($) => $.feed.role_else_text, { count })}</span>
      </span>
    </button>
  );
}
