import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FactAnswer, Profile } from '../api/answers.ts';
import { changeAnswers } from '../api/profiles.ts';
import { logFailure } from '../log.ts';
import { showToast } from '../ui/toast.ts';
import { isOpen } from './answer-shapes.ts';
import { deviceAnswers } from './device-answers.ts';
import { useProfiles } from './reader-profiles.ts';
import { useProfileName } from './use-profile-name.ts';
import { useUid } from './use-user-data.ts';

interface Answering {
  /** Answers a question, or takes the answer back; `consent` to keep one about health. */
  answer: (fact: string, answer: FactAnswer | undefined, consent?: boolean) => void;
  /** Passes over questions; those with an answer keep it. */
  skip: (facts: readonly string[]) => void;
}

/** Changes the answers of a profile: on this device, or in the account of the reader. */
export function useAnswering(profile: Profile): Answering {
  const { t } = useTranslation();
  const client = useQueryClient();
  const uid = useUid();
  const nameOf = useProfileName();
  const { profiles } = useProfiles();
  // The account has a profile that this device does not know: the answer would go to another one.
  if (!profiles) {
    const refuse = () => showToast(t(($) => $.concerns.not_saved));
    return { answer: refuse, skip: refuse };
  }
  if (uid === undefined) return { answer: deviceAnswers.set, skip: deviceAnswers.skip };

  async function send(facts: Record<string, FactAnswer | null>, skipped: string[], agreed = false) {
    const change = { profile: profile.id, name: nameOf(facts.subject), facts, skipped };
    try {
      const saved = await changeAnswers(client, uid ?? '', { ...change, consent: agreed });
      if (saved === 'held') showToast(t(($) => $.concerns.held));
    } catch (error) {
      logFailure('The answer was not saved.', error);
      showToast(t(($) => $.concerns.not_saved));
    }
  }
  return {
    answer: (fact, answer, consent) => void send({ [fact]: answer ?? null }, [], consent),
    skip: (facts) =>
      void send(
        {},
        facts.filter((fact) => isOpen(profile.facts[fact])),
      ),
  };
}
