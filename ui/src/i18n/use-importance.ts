import { useTranslation } from 'react-i18next';

type ImportanceLevel = 0 | 1 | 2 | 3 | 4 | 5;

/** Values outside 1 to 5 are level 0, "Unknown Impact". */
function importanceLevel(value: number): ImportanceLevel {
  return [1, 2, 3, 4, 5].includes(value) ? (value as ImportanceLevel) : 0;
}

/** The word, description and spoken label of an importance. */
export function useImportance() {
  const { t } = useTranslation();
  return (value: number) => {
    const level = importanceLevel(value);
    const word = t(($) => $.feed.importance[`level_${level}`]);
    return {
      level,
      word,
      label: t(($) => $.feed.importance.label, { level: word }),
      description: t(($) => $.feed.importance[`about_${level}`]),
    };
  };
}
