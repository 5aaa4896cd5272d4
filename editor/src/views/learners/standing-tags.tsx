import { type ProfileEntry, standingOf } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';

/** How a learner stands in a competency, and whether it is a goal. */
export function StandingTags({ entry }: { readonly entry: ProfileEntry }) {
  const { t } = useWords();
  const standing = standingOf(entry);
  return (
    <>
      <span className={`tag standing-${standing}`}>{t(`learners.${standing}`)}</span>
      {entry.state.isGoal && <span className="tag">{t('learners.goal')}</span>}
    </>
  );
}
