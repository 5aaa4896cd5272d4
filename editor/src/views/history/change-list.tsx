import { Link } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { type RootKind, rootPath } from '../../app/paths.ts';
import { useKeyNames } from '../../app/use-key-names.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { describeChange, subjectOf } from './describe-change.ts';
import { groupChanges } from './group-changes.ts';
import type { Change } from './load-history.ts';
import { restoredAlone } from './restored.ts';
import { SentenceText } from './sentence-text.tsx';

type ChangeListProps = {
  readonly kind: RootKind;
  readonly document: FrameworkDocument;
  readonly canChange: boolean;
  /** Newest first. */
  readonly changes: readonly Change[];
};

/** Describes changes, in groups by person and hour: what changed, when, and who did it if that is known. */
export function ChangeList({ kind, document, canChange, changes }: ChangeListProps) {
  const { t, language, dateTime } = useWords();
  const { toasts } = useEditor();
  const { state } = useSnapshot(document);
  const keyName = useKeyNames([...new Set(changes.flatMap(({ actors }) => actors))]);

  const nameOf = (id: string): string => {
    const object = state.objects.get(id) ?? changes.find((change) => change.id === id)?.after;
    return (object && nameIn(object, language)) || t('outline.unnamed');
  };
  const newest = new Map(changes.toReversed().map((change) => [change.id, change]));
  function restore({ id, after }: Change): void {
    document.run({ kind: 'restore', objects: new Map([[id, restoredAlone(after, state.objects.get(id))]]) });
    showToast(toasts, { text: t('history.restored') });
    void document.flush();
  }

  const people = (actors: readonly string[]): string =>
    actors.map((key) => keyName(key) ?? t('details.somebody')).join(', ');
  const line = (change: Change) => (
    <ChangeLine
      key={`${change.id} ${change.ordinal}`}
      change={change}
      past={rootPath(kind, state.frameworkId, 'history')}
      nameOf={nameOf}
      people={people(change.actors)}
      {...(canChange &&
        state.objects.has(change.id) &&
        newest.get(change.id) !== change && { onRestore: () => restore(change) })}
    />
  );

  if (changes.length === 0) return <p className="quiet">{t('history.none')}</p>;
  return groupChanges(changes).map(({ time, actors, created, others }) => {
    const count = t('history.changes', { count: created.length + others.length });
    const facts = [time === null ? '' : dateTime(time), people(actors), count].filter((text) => text !== '');
    const [first] = [...others, ...created];
    return (
      <section key={`${first?.id} ${first?.ordinal}`} className="stack">
        <h2 className="history-group">{facts.join(' · ')}</h2>
        {others.length > 0 && <ol className="list history-list">{others.map(line)}</ol>}
        {created.length > 0 && (
          <details>
            <summary>{t('history.created-many', { count: created.length })}</summary>
            <ol className="list history-list">{created.map(line)}</ol>
          </details>
        )}
      </section>
    );
  });
}

type ChangeLineProps = {
  readonly change: Change;
  /** The address of the history, which leads to how it was at a time. */
  readonly past: string;
  readonly nameOf: (id: string) => string;
  /** Names of the people who did it; empty: not known. */
  readonly people: string;
  /** Absent: it cannot be restored, or is the present state. */
  readonly onRestore?: () => void;
};

function ChangeLine({ change, past, nameOf, people, onRestore }: ChangeLineProps) {
  const { t, language, dateTime } = useWords();
  const { id, before, after, version, time } = change;
  const known = version === 0 ? '' : t('history.version', { version: String(version) });
  const when = time === null ? known : dateTime(time);
  return (
    <li className="stack history-change">
      <div className="row row-between">
        <strong>{nameOf(subjectOf(id, after))}</strong>
        <span className="quiet small">{[when, people].filter((text) => text !== '').join(' · ')}</span>
      </div>
      {describeChange(id, before, after, language).map((sentence) => (
        <SentenceText key={JSON.stringify(sentence)} sentence={sentence} nameOf={nameOf} />
      ))}
      <div className="row">
        {time !== null && (
          <Link href={`${past}?${new URLSearchParams({ at: String(time) })}`} className="small">
            {t('history.see-then', { when })}
          </Link>
        )}
        {onRestore !== undefined && (
          <Button variant="quiet" icon="undo" onPress={onRestore}>
            {t('history.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}
