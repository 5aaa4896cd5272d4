import { Button } from '../../ui/button.tsx';
import type { WordKey } from '../../words/translation.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Suggestion, SuggestionReason } from './suggestions.ts';

type SuggestionListProps = {
  /** Name of the competency that is chosen in the first framework; null: none is. */
  readonly chosen: string | null;
  readonly suggestions: readonly Suggestion[];
  /** Name of a competency of the second framework. */
  readonly nameOf: (id: string) => string;
  /** The suggestion that is chosen in the second framework. */
  readonly current: string | null;
  readonly onChoose: (id: string) => void;
  /** Whether somebody said that nothing corresponds to the chosen competency; null: the person may not change that. */
  readonly isUnmatched: boolean | null;
  readonly onUnmatched: () => void;
  /** Pairs with the same name that are not aligned. */
  readonly sameNames: number;
  readonly onSameNames: () => void;
};

const REASONS: Readonly<Record<SuggestionReason, WordKey>> = {
  name: 'crosswalk.same-name',
  notation: 'crosswalk.same-notation',
  words: 'crosswalk.similar-words',
  meaning: 'crosswalk.similar-meaning',
  parent: 'crosswalk.same-branch',
};

/** What may correspond to the chosen competency of the first framework, with the keys that choose it there. */
export function SuggestionList(props: SuggestionListProps) {
  const { chosen, suggestions, nameOf, current, onChoose, isUnmatched, onUnmatched, sameNames, onSameNames } = props;
  const { t } = useWords();
  return (
    <section className="stack crosswalk-suggestions" aria-labelledby="crosswalk-suggestions">
      <div className="row row-between">
        <h2 id="crosswalk-suggestions">{t('crosswalk.suggestions')}</h2>
        {sameNames > 0 && (
          <Button onPress={onSameNames}>{t('crosswalk.align-same-names', { count: sameNames })}</Button>
        )}
      </div>
      {chosen === null ? (
        <p className="quiet">{t('crosswalk.suggest-help')}</p>
      ) : (
        <>
          {suggestions.length === 0 && <p className="quiet">{t('crosswalk.no-suggestions', { name: chosen })}</p>}
          <ol className="list">
            {suggestions.map(({ id, reasons }, index) => (
              <li key={id}>
                <button
                  type="button"
                  className="crosswalk-suggestion"
                  aria-pressed={id === current}
                  onClick={() => onChoose(id)}
                >
                  <kbd>{index + 1}</kbd>
                  <span className="crosswalk-statement">{nameOf(id)}</span>
                  {reasons.map((reason) => (
                    <span key={reason} className="tag">
                      {t(REASONS[reason])}
                    </span>
                  ))}
                </button>
              </li>
            ))}
            {isUnmatched !== null && (
              <li>
                <button type="button" className="crosswalk-suggestion" aria-pressed={isUnmatched} onClick={onUnmatched}>
                  <kbd>0</kbd>
                  <span className="crosswalk-statement">{t('crosswalk.unmatched')}</span>
                </button>
              </li>
            )}
          </ol>
        </>
      )}
    </section>
  );
}
