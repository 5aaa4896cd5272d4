import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { saveFile } from '../../app/save-file.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Fields } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Switch } from '../../ui/fields.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';
import { fileName } from '../graph/download.ts';
import { SaveStatus } from '../outline/save-status.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { AlignBar, ChosenPair } from './align-bar.tsx';
import { type AlignmentFormat, alignmentFile } from './alignment-files.ts';
import { AlignmentList } from './alignment-list.tsx';
import type { AlignmentKind, Side } from './alignments.ts';
import { crosswalkTable } from './crosswalk-table.ts';
import { alignmentWords, DEFAULT_KIND } from './kinds.ts';
import { Panes } from './panes.tsx';
import { ProposalList } from './proposal-list.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { pairsByName } from './suggestions.ts';
import { type Pair, useCrosswalk } from './use-crosswalk.ts';
import { useNames } from './use-names.ts';
import { type Pane, usePane } from './use-pane.ts';
import { useSuggestions } from './use-suggestions.ts';

type CrosswalkPageProps = { readonly first: FrameworkDocument; readonly second: FrameworkDocument };

/** Two outlines beside each other, the alignments between them, and the controls to add more. */
export function CrosswalkPage({ first, second }: CrosswalkPageProps) {
  const words = useWords();
  const { t } = words;
  const { announce, service } = useEditor();
  const faultMessage = useFaultMessage();
  const crosswalk = useCrosswalk(first, second);
  const names = useNames(crosswalk.states);
  const writable = useWritable(crosswalk.states);
  const [kind, setKind] = useState<AlignmentKind>(DEFAULT_KIND);
  const [preferred, setPreferred] = useState<Side>('first');
  const [isNarrowed, setNarrowed] = useState(false);
  const { aligned, unmatched, done, states } = crosswalk;
  const wanted = useMemo(() => {
    const isOpen = (side: Side) => (id: string) => !done[side].has(id);
    return { first: isOpen('first'), second: isOpen('second') };
  }, [done]);
  const panes = {
    first: usePane(states.first, isNarrowed ? wanted.first : null),
    second: usePane(states.second, isNarrowed ? wanted.second : null),
  };
  const chosen = { first: chosenIn(panes.first), second: chosenIn(panes.second) };
  const storeIn = writable.includes(preferred) ? preferred : (writable[0] ?? null);
  const title = t('crosswalk.title-of', names.framework);
  usePageTitle(title);
  useUndoKeys(crosswalk.undo, crosswalk.redo);
  const { suggestions, keepOwnChoice, followSuggestions } = useSuggestions(crosswalk, panes, storeIn !== null);
  const sameNames = useMemo(
    () =>
      pairsByName(panes.first.texts, panes.second.texts).filter(
        ([one, other]) => wanted.first(one) && wanted.second(other),
      ),
    [panes.first.texts, panes.second.texts, wanted],
  );

  function align(pairs: readonly Pair[], as: AlignmentKind, fields?: Fields): void {
    const [pair] = pairs;
    if (pair === undefined || storeIn === null) return;
    const count = crosswalk.align(pairs, as, storeIn, fields);
    const [one, other] = pair;
    const sentence = {
      first: names.competency.first(one),
      relation: alignmentWords(as, t),
      second: names.competency.second(other),
    };
    if (count === 0) announce(t('crosswalk.known'));
    else if (pairs.length > 1) announce(t('crosswalk.aligned-many', { count }));
    else announce(t('crosswalk.aligned', sentence));
  }

  /** Aligns what is chosen on both sides, and moves to the next one of the first framework that is neither aligned nor without counterpart. */
  function alignChosen(second: readonly string[] = chosen.second): void {
    const pairs = chosen.first.flatMap((one) => second.map((other): Pair => [one, other]));
    if (pairs.length === 0 || storeIn === null) return;
    align(pairs, kind);
    continueAfter(chosen.first);
  }

  function continueAfter(ids: readonly string[]): void {
    panes.first.unmarkAll();
    panes.second.unmarkAll();
    followSuggestions();
    panes.first.chooseNext((id) => wanted.first(id) && !ids.includes(id));
  }

  function setUnmatched(side: Side): void {
    const ids = chosen[side].filter((id) => !aligned[side].has(id));
    if (ids.length === 0 || !writable.includes(side)) return;
    const isUnmatched = !ids.every((id) => unmatched[side].has(id));
    crosswalk.setUnmatched(side, ids, isUnmatched);
    announce(t(isUnmatched ? 'crosswalk.marked-unmatched' : 'crosswalk.unmarked-unmatched'));
    if (isUnmatched && side === 'first') continueAfter(ids);
  }

  function pressDigit(side: Side, digit: number): void {
    if (digit === 0) setUnmatched(side);
    const suggestion = side === 'first' ? suggestions[digit - 1] : undefined;
    if (suggestion !== undefined) alignChosen([suggestion.id]);
  }

  const saveAs = async (format: string): Promise<void> => {
    if (format === 'csv') return saveTable();
    const one = ALIGNMENT_FORMATS.find((known) => known === format);
    if (one === undefined) return;
    await Promise.all([first.flush(), second.flush()]);
    saveFile(fileName(title, ENDINGS[one]), await alignmentFile(service, one, [first.frameworkId, second.frameworkId]));
  };
  const saveTable = async (): Promise<void> => {
    saveFile(fileName(title, 'csv'), await writeCsv(crosswalkTable(crosswalk, names, words)));
  };
  const saving = useMutation({ mutationFn: saveAs });
  return (
    <div className="crosswalk">
      <div className="page-head">
        <h1>{title}</h1>
        <div className="row">
          <SaveStatuses crosswalk={crosswalk} writable={writable} />
          <LinkButton href={frameworkPath(first.frameworkId, 'crosswalk')}>{t('crosswalk.other')}</LinkButton>
          <LinkButton href={frameworkPath(first.frameworkId)} icon="framework">
            {t('graph.to-outline')}
          </LinkButton>
        </div>
      </div>
      <div className="row crosswalk-tools">
        <Switch isSelected={isNarrowed} onChange={setNarrowed}>
          {t('crosswalk.unaligned')}
        </Switch>
        <span className="crosswalk-space" />
        {storeIn !== null && (
          <>
            <IconButton
              icon="undo"
              label={t('outline.undo')}
              isDisabled={crosswalk.undo === null}
              onPress={() => crosswalk.undo?.()}
            />
            <IconButton
              icon="redo"
              label={t('outline.redo')}
              isDisabled={crosswalk.redo === null}
              onPress={() => crosswalk.redo?.()}
            />
          </>
        )}
        <MenuButton
          trigger={<Button icon="download">{t('crosswalk.download')}</Button>}
          label={t('crosswalk.download')}
          entries={[
            { id: 'csv', label: t('crosswalk.csv') },
            { id: 'case-1.1', label: t('crosswalk.case') },
            { id: 'ctdl-asn', label: t('crosswalk.ctdl-asn') },
          ]}
          onAction={(format) => void saving.mutate(format)}
        />
      </div>
      {saving.isError && <Banner kind="danger">{faultMessage(saving.error)}</Banner>}
      {storeIn === null && <Banner>{t('crosswalk.read-only')}</Banner>}
      <Panes
        crosswalk={crosswalk}
        names={names}
        panes={panes}
        isNarrowed={isNarrowed}
        canAlign={storeIn !== null}
        onAlign={() => {
          panes.first.isFocusWanted.current = true;
          alignChosen();
        }}
        onDrop={(one, other) => align([[one, other]], kind)}
        onDigit={(side, digit) => {
          panes.first.isFocusWanted.current = side === 'first';
          pressDigit(side, digit);
        }}
        onChoose={(side) => side === 'second' && keepOwnChoice()}
      />
      {storeIn === null ? (
        <ChosenPair chosen={chosen} names={names} />
      ) : (
        <>
          <AlignBar
            chosen={chosen}
            names={names}
            kind={kind}
            storeIn={storeIn}
            writable={writable}
            onKind={setKind}
            onStoreIn={setPreferred}
            onAlign={() => alignChosen()}
          />
          <p className="quiet small">{t('crosswalk.help')}</p>
          <SuggestionList
            chosen={chosen.first[0] === undefined ? null : names.competency.first(chosen.first[0])}
            suggestions={suggestions}
            nameOf={names.competency.second}
            current={chosen.second[0] ?? null}
            onChoose={(id) => {
              keepOwnChoice();
              panes.second.reveal(id);
            }}
            isUnmatched={
              writable.includes('first') && chosen.first.some((id) => !aligned.first.has(id))
                ? chosen.first.every((id) => unmatched.first.has(id))
                : null
            }
            onUnmatched={() => setUnmatched('first')}
            sameNames={sameNames.length}
            onSameNames={() => align(sameNames, DEFAULT_KIND)}
          />
          <ProposalList
            crosswalk={crosswalk}
            names={names}
            onAccept={({ first: one, second: other, kind: as, credit }) => align([[one, other]], as, credit)}
          />
        </>
      )}
      <AlignmentList
        names={names}
        writable={writable}
        alignments={crosswalk.alignments}
        onChange={crosswalk.change}
        onRemove={(alignment) => {
          crosswalk.remove(alignment);
          announce(t('crosswalk.removed'));
        }}
        onReveal={(alignment) => {
          setNarrowed(false);
          panes.first.reveal(alignment.first);
          panes.second.reveal(alignment.second);
        }}
      />
    </div>
  );
}

const ALIGNMENT_FORMATS = ['case-1.1', 'ctdl-asn'] as const;

const ENDINGS: Readonly<Record<AlignmentFormat, string>> = { 'case-1.1': 'case.json', 'ctdl-asn': 'ctdlasn.json' };

/** The competencies of a side that are to be aligned: the marked ones, or else the chosen one. */
function chosenIn({ marked, chosen }: Pane): readonly string[] {
  if (marked.size > 0) return [...marked];
  return chosen === null ? [] : [chosen.id];
}

/** The frameworks that the person may change. */
function useWritable(states: ReturnType<typeof useCrosswalk>['states']): readonly Side[] {
  const canChangeFirst = useCanChange(frameworkOf(states.first));
  const canChangeSecond = useCanChange(frameworkOf(states.second));
  return useMemo(
    () => [...(canChangeFirst ? (['first'] as const) : []), ...(canChangeSecond ? (['second'] as const) : [])],
    [canChangeFirst, canChangeSecond],
  );
}

/** The save states of the frameworks that are not saved, or one for both. */
function SaveStatuses({
  crosswalk: { documents },
  writable,
}: {
  readonly crosswalk: ReturnType<typeof useCrosswalk>;
  readonly writable: readonly Side[];
}) {
  const isSaved = (side: Side): boolean => documents[side].getSnapshot().save.status === 'saved';
  const busy = writable.filter((side) => !isSaved(side));
  const shown = busy.length > 0 ? busy : writable.slice(0, 1);
  return shown.map((side) => <SaveStatus key={side} document={documents[side]} />);
}

/** Undo and redo by the usual keys, outside of fields, which have their own. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  const latest = useRef({ undo, redo });
  latest.current = { undo, redo };
  const press = useCallback((event: KeyboardEvent) => {
    const { target, key, shiftKey } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) return;
    const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey);
    if (!isRedo && key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (isRedo) latest.current.redo?.();
    else latest.current.undo?.();
  }, []);
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
}
