import { Check, Plus, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Topic } from '../../api/types.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { hasRole, type RoleId, roleChanges, roleIds } from '../../hooks/role-answers.ts';
import { useAnswering } from '../../hooks/use-answering.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Chip } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { AskLine } from './ask-line.tsx';
import { roleIcons } from './reader-roles.ts';
import styles from './role-tiles.module.css';

interface RoleTilesProps {
  topics: Topic[];
  /** Ids of the chosen topics. */
  chosen: string[];
  onTopic: (topic: string, on: boolean) => void;
  /** Called when a role was pressed. */
  onRole: (on: boolean) => void;
}

/** Roles that answer with one press what concerns the reader, and topics to follow. */
export function RoleTiles({ topics, chosen, onTopic, onRole }: RoleTilesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isVisitor = useUid() === undefined;
  const { chosen: profile } = useProfiles();
  const { facts } = profile;
  const { answer } = useAnswering(profile);
  const [open, setOpen] = useState(false);
  const isOpen = open || chosen.length > 0;
  const isAnswered = Object.keys(facts).length > 0;
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
        {roleIds.map((role) => {
          const on = hasRole(facts, role);
          function toggle() {
            for (const [fact, given] of roleChanges(facts, role, !on)) answer(fact, given);
            onRole(!on);
          }
          return <RoleTile key={role} role={role} on={on} onToggle={toggle} />;
        })}
        <OthersTile id={id} count={topics.length} open={isOpen} onToggle={() => setOpen(!open)} />
      </div>
      {!isAnswered && <AskLine />}
      {isOpen && (
        <div id={id} className={classes(cluster(2), above(3))}>
          {topics.map((topic) => {
            const on = chosen.includes(topic.id);
            return (
              <Chip key={topic.id} chosen={on} onChoose={() => onTopic(topic.id, !on)}>
                {topic.name[language]}
              </Chip>
            );
          })}
        </div>
      )}
      {(isAnswered || chosen.length > 0) && (
        <p className={styles.kept}>
          <Smartphone aria-hidden="true" />
          <span>
            {isVisitor ? t(($) => $.feed.kept_here_short) : t(($) => $.concerns.kept_account)}
          </span>
        </p>
      )}
    </div>
  );
}

interface RoleTileProps {
  role: RoleId;
  on: boolean;
  onToggle: () => void;
}

function RoleTile({ role, on, onToggle }: RoleTileProps) {
  const { t } = useTranslation();
  const Icon = roleIcons[role];
  return (
    <button type="button" className="role-tile" aria-pressed={on} onClick={onToggle}>
      <Icon aria-hidden="true" />
      <span className="role-words">
        <span className="role-name">{t(($) => $.feed[`role_${role}`])}</span>
        <span className="role-text">{t(($) => $.feed[`role_${role}_text`])}</span>
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
