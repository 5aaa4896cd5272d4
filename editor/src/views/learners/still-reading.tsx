import { MAX_ASSERTIONS } from '../../learners/known-learners.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Reading } from './use-asserted.ts';

/** Says that records are still being searched for learners, or that the oldest ones are not. */
export function StillReading({ isReading, isCut }: Pick<Reading, 'isReading' | 'isCut'>) {
  const { t } = useWords();
  return (
    <p className="quiet small" role="status">
      {isReading && t('learners.reading')}
      {isCut && t('learners.cut', { count: MAX_ASSERTIONS })}
    </p>
  );
}
