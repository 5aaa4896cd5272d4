import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { rootPath } from '../../app/paths.ts';
import { saveFile } from '../../app/save-file.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { compareStates, type Difference } from './compare.ts';
import { comparisonTable, placeText } from './comparison-table.ts';
import { partName, partText } from './part-text.ts';
import { SentenceText } from './sentence-text.tsx';
import { type History, useMoment, useMomentName } from './use-moment.ts';

/** Differences that are shown at first, and more on demand. */
const SHOWN = 200;

const KINDS = ['added', 'removed', 'moved', 'reworded'] as const;

type CompareProps = {
  readonly history: History;
  /** The moments that are compared. */
  readonly from: string;
  readonly to: string;
};

/** What changed in a framework between two moments. */
export function CompareView({ history, from, to }: CompareProps) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const nameOf = useMomentName(history);
  const [before, after] = [useMoment(history, from), useMoment(history, to)];
  const error = before.error ?? after.error;
  const isKnown = before.isSuccess && after.isSuccess;
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('history.compared', { from: nameOf(from), to: nameOf(to) })}</h1>
        <Link href={rootPath(history.kind, history.frameworkId, 'history')}>{t('history.all')}</Link>
      </div>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {!isKnown && error === null && <Skeleton lines={6} />}
      {isKnown && (before.data === null || after.data === null) && <Banner>{t('history.not-there')}</Banner>}
      {before.data && after.data && <Comparison before={before.data.state} after={after.data.state} />}
    </div>
  );
}

function Comparison({ before, after }: { readonly before: OutlineState; readonly after: OutlineState }) {
  const words = useWords();
  const { t, language } = words;
  const [limit, setLimit] = useState(SHOWN);
  const differences = useMemo(() => compareStates(before, after, language), [before, after, language]);
  const nameOf = (id: string): string => {
    const object = after.objects.get(id) ?? before.objects.get(id);
    return (object && nameIn(object, language)) || t('outline.unnamed');
  };
  const counts = KINDS.map((kind) => ({ kind, count: differences.filter((one) => one.kind === kind).length }));
  const summary = counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t(`history.count-${kind}`, { count }));
  if (differences.length === 0) return <p className="quiet">{t('history.same')}</p>;

  async function download(): Promise<void> {
    const name = nameIn(frameworkOf(after), language) ?? t('outline.unnamed');
    saveFile(`${name}.csv`, await writeCsv(comparisonTable(differences, nameOf, words)));
  }

  return (
    <>
      <div className="row row-between">
        <p>{summary.join(' · ')}</p>
        <Button icon="download" onPress={() => void download()}>
          {t('history.download')}
        </Button>
      </div>
      <ol className="list history-list">
        {differences.slice(0, limit).map((one) => (
          <DifferenceLine
            key={`${one.kind} ${one.id} ${'member' in one ? one.member : ''}`}
            difference={one}
            nameOf={nameOf}
          />
        ))}
      </ol>
      {differences.length > limit && (
        <div>
          <Button onPress={() => setLimit(limit + SHOWN)}>
            {t('outline.more-rows', { count: differences.length - limit })}
          </Button>
        </div>
      )}
    </>
  );
}

type LineProps = { readonly difference: Difference; readonly nameOf: (id: string) => string };

function DifferenceLine({ difference, nameOf }: LineProps) {
  const words = useWords();
  const { t, language } = words;
  const { kind, object } = difference;
  const part = 'part' in difference ? difference.part : null;
  return (
    <li className="stack history-change">
      <div className="row row-between">
        <strong>{nameIn(object, language) ?? t('outline.unnamed')}</strong>
        <span className={`tag history-${kind}`}>{t(`history.kind-${kind}`)}</span>
      </div>
      {kind === 'moved' && (
        <p className="small">
          {t('history.moved-from-to', {
            from: placeText(difference.from, nameOf, t),
            to: placeText(difference.to, nameOf, t),
          })}
        </p>
      )}
      {part !== null && (
        <p className="small">
          <span className="quiet">{partName(part, t)}:</span> <bdi>{partText(part, nameOf, words)}</bdi>
        </p>
      )}
      {kind === 'reworded' && <SentenceText sentence={difference} nameOf={nameOf} />}
    </li>
  );
}
