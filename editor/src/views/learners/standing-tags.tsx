import type { Origin } from '../../learners/origin.ts';
import { type ProfileEntry, standingOf } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly entry: ProfileEntry;
  /** Of what is achieved; null: not known. */
  readonly origin: Origin | null;
};

/** How a learner stands in a competency, whether that is confirmed, and whether it is a goal. */
export function StandingTags({ entry, origin }: Props) {
  const { t } = useWords();
  const standing = standingOf(entry);
  return (
    <>
      <span className={`tag standing-${standing}`}>{t(`learners.${standing}`)}</span>
      {standing === 'achieved' && origin !== null && <OriginTag origin={origin} />}
      {entry.state.isGoal && <span className="tag">{t('learners.goal')}</span>}
    </>
  );
}

/** Whether the learner says so, or another person. */
export function OriginTag({ origin }: { readonly origin: Origin }) {
  const { t } = useWords();
  return <span className={`tag origin-${origin}`}>{t(`learners.${origin}`)}</span>;
}
