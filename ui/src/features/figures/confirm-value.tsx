import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirmFigure } from '../../api/figures.ts';
import type { FigureValue } from '../../api/types.ts';
import { useTask } from '../../hooks/use-task.ts';
import { TextButton } from '../../ui/text-button.tsx';

interface ConfirmValueProps {
  id: string;
  value: FigureValue;
}

/** Lets an editor confirm a value that was read in its source, or take that back. */
export function ConfirmValue({ id, value }: ConfirmValueProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const task = useTask();
  const isConfirmed = value.confirmed !== undefined;
  function change() {
    void task.start(async () => {
      await confirmFigure(id, value.from, isConfirmed);
      await queryClient.invalidateQueries({ queryKey: ['figures'] });
    });
  }
  return (
    <>
      <TextButton onClick={change} aria-disabled={task.busy}>
        {isConfirmed ? t(($) => $.figures.withdraw) : t(($) => $.figures.confirm)}
      </TextButton>
      {task.state.phase === 'failed' && (
        <span role="alert">{t(($) => $.figures.confirm_failed)}</span>
      )}
    </>
  );
}
