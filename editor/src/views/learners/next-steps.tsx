import { nextSteps, type ProfileEntry } from '../../learners/profile.ts';
import { useWords } from '../../words/use-words.tsx';

/** Maximum number of competencies shown. */
const SHOWN = 8;

/** What a learner can do next, with resources that help. */
export function NextSteps({ profile }: { readonly profile: readonly ProfileEntry[] }) {
  const { t } = useWords();
  const steps = nextSteps(profile);
  const areForGoals = steps.some(({ state }) => state.isGoal || state.requiredForGoalBottomUp);
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">{t('learners.next')}</h2>
      <p className="quiet">
        {steps.length === 0 ? t('learners.next-none') : t(areForGoals ? 'learners.next-goals' : 'learners.next-open')}
      </p>
      {steps.length > 0 && (
        <ul className="plain-list">
          {steps.slice(0, SHOWN).map(({ id, name, resources }) => (
            <li key={id}>
              {name ?? t('outline.unnamed')}
              {resources.map((one) => (
                <span key={one.address}>
                  {' · '}
                  <a href={one.address} rel="noreferrer">
                    {one.name}
                  </a>
                </span>
              ))}
            </li>
          ))}
          {steps.length > SHOWN && (
            <li className="quiet">{t('learners.next-more', { count: steps.length - SHOWN })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
