import { useState } from 'react';
import type { Match } from '../../app/matches.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { MatchList } from './match-list.tsx';

/** Matches that are shown at once, and added at a time. */
const STEP = 50;

type ShownProps = { readonly matches: readonly Match[]; readonly words: readonly string[]; readonly total: number };

/** Matches that are all here, of which the first are shown. */
export function ShownMatches({ matches, words, total }: ShownProps) {
  const { t, number } = useWords();
  const [limit, setLimit] = useState(STEP);
  const shown = matches.slice(0, limit);
  if (shown.length === 0) {
    return (
      <EmptyState icon="search" title={t('results.none-title')}>
        {t('results.none')}
      </EmptyState>
    );
  }
  return (
    <>
      <MatchList matches={shown} words={words} />
      <div className="row row-between start-end">
        <p className="quiet small" role="status">
          {shown.length === total
            ? t('results.count', { count: total })
            : t('results.count-of', { shown: number(shown.length), all: number(total) })}
        </p>
        {shown.length < total && <Button onPress={() => setLimit(limit + STEP)}>{t('start.more')}</Button>}
      </div>
    </>
  );
}
