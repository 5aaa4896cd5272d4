import type { Origin } from '../../learners/origin.ts';
import { type ProfileEntry, standingOf } from '../../learners/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields.tsx';
import { reasonTexts, type SourceOf } from '../../words/reason.ts';
import { useWords } from '../../words/use-words.tsx';
import { StandingTags } from './standing-tags.tsx';
import type { Goals } from './use-goals.ts';

type Props = {
  readonly entry: ProfileEntry;
  readonly origin: Origin | null;
  readonly sourceOf: SourceOf;
  readonly isWhatIf: boolean;
  /** null: the person may not change the goals of the learner. */
  readonly goals: Goals | null;
  readonly onRecord: () => void;
  readonly onWhatIf: (isOn: boolean) => void;
};

/** The chosen competency: the learner's standing, the reasons, and all that can be done. */
export function StandingPanel({ entry, origin, sourceOf, isWhatIf, goals, onRecord, onWhatIf }: Props) {
  const words = useWords();
  const { t } = words;
  const { id, state } = entry;
  const name = entry.name ?? t('outline.unnamed');
  const standing = standingOf(entry);
  const reasons = reasonTexts(entry.reasons, words, sourceOf);
  return (
    <section className="stack standing-panel" aria-labelledby="chosen-competency">
      <h3 id="chosen-competency">
        <bdi>{name}</bdi>
      </h3>
      <div className="row">
        <StandingTags entry={entry} origin={origin} />
      </div>
      <div className="row">
        <Button icon="edit" onPress={onRecord}>
          {t('learners.record-this')}
        </Button>
        {goals !== null && (
          <Button
            icon={state.isGoal ? 'minus' : 'check'}
            isDisabled={goals.isPending}
            onPress={() => void goals.set(id, !state.isGoal)}
          >
            {t(state.isGoal ? 'learners.goal-off' : 'learners.goal-on')}
          </Button>
        )}
        <Switch
          aria-label={t('learners.what-if', { name })}
          isSelected={isWhatIf}
          onChange={onWhatIf}
          isDisabled={standing === 'achieved' && !isWhatIf}
        >
          {t('learners.what-if-label')}
        </Switch>
      </div>
      {reasons.length > 0 && (
        <>
          <h4>{t('learners.why')}</h4>
          <ul className="plain-list small">
            {reasons.map(({ text, parts }) => (
              <li key={text}>
                {parts.map((part, place) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
                  part.isValue ? <bdi key={place}>{part.text}</bdi> : part.text,
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
