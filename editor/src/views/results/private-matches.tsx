import { useFaultMessage } from '../../app/use-fault.tsx';
import type { usePrivateMatches } from '../../app/use-private-matches.ts';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { MatchList } from './match-list.tsx';

type PrivateProps = { readonly found: ReturnType<typeof usePrivateMatches>; readonly words: readonly string[] };

/** What was found in what this browser can decrypt; nothing if nothing was. */
export function PrivateMatches({ found: { matches, count, isComplete, error }, words }: PrivateProps) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  return (
    <>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {matches.length > 0 && (
        <section className="stack" aria-labelledby="own">
          <h2 id="own">{t('results.private')}</h2>
          <MatchList matches={matches} words={words} />
          {count > matches.length && (
            <p className="quiet small">{t('results.count-first', { count: matches.length })}</p>
          )}
          {!isComplete && <p className="quiet small">{t('results.private-newest')}</p>}
        </section>
      )}
    </>
  );
}
