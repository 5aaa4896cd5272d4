import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { saveFile } from '../../app/save-file.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Fields } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Switch } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { fileName } from '../graph/download.ts';
import { SaveStatus } from '../outline/save-status.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { AlignBar } from './align-bar.tsx';
import { AlignmentList } from './alignment-list.tsx';
import type { AlignmentKind, Side } from './alignments.ts';
import { crosswalkTable } from './crosswalk-table.ts';
import { alignmentWords, DEFAULT_KIND } from './kinds.ts';
import { Panes } from './panes.tsx';
import { ProposalList } from './proposal-list.tsx';
import { useCrosswalk } from './use-crosswalk.ts';
import { useNames } from './use-names.ts';
import { usePane } from './use-pane.ts';

type CrosswalkPageProps = { readonly first: FrameworkDocument; readonly second: FrameworkDocument };

/** Two outlines beside each other, the alignments between them, and the controls to add more. */
export function CrosswalkPage({ first, second }: CrosswalkPageProps) {
  const words = useWords();
  const { t } = words;
  const { announce } = useEditor();
  const crosswalk = useCrosswalk(first, second);
  const names = useNames(crosswalk.states);
  const writable = useWritable(crosswalk.states);
  const [kind, setKind] = useState<AlignmentKind>(DEFAULT_KIND);
  const [preferred, setPreferred] = useState<Side>('first');
  const [isNarrowed, setNarrowed] = useState(false);
  const { aligned, states } = crosswalk;
  const wanted = useMemo(
    () => ({
      first: isNarrowed ? (id: string) => !aligned.first.has(id) : null,
      second: isNarrowed ? (id: string) => !aligned.second.has(id) : null,
    }),
    [isNarrowed, aligned],
  );
  const panes = { first: usePane(states.first, wanted.first), second: usePane(states.second, wanted.second) };
  const chosen = { first: panes.first.chosen?.id ?? null, second: panes.second.chosen?.id ?? null };
  const storeIn = writable.includes(preferred) ? preferred : (writable[0] ?? null);
  const title = t('crosswalk.title-of', names.framework);
  usePageTitle(title);
  useUndoKeys(crosswalk.undo, crosswalk.redo);

  function align(one: string | null, other: string | null, as: AlignmentKind, fields?: Fields): void {
    if (one === null || other === null || storeIn === null) return;
    const isNew = crosswalk.align(one, other, as, storeIn, fields);
    const sentence = {
      first: names.competency.first(one),
      relation: alignmentWords(as, t),
      second: names.competency.second(other),
    };
    announce(isNew ? t('crosswalk.aligned', sentence) : t('crosswalk.known'));
  }

  const saveTable = async (): Promise<void> => {
    saveFile(fileName(title, 'csv'), await writeCsv(crosswalkTable(crosswalk, names, words)));
  };
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
        <Button icon="download" onPress={() => void saveTable()}>
          {t('crosswalk.csv')}
        </Button>
      </div>
      {storeIn === null && <Banner>{t('crosswalk.read-only')}</Banner>}
      <Panes
        crosswalk={crosswalk}
        names={names}
        panes={panes}
        isNarrowed={isNarrowed}
        canAlign={storeIn !== null}
        onAlign={(one, other) => align(one, other, kind)}
      />
      {storeIn !== null && (
        <>
          <AlignBar
            chosen={chosen}
            names={names}
            kind={kind}
            storeIn={storeIn}
            writable={writable}
            onKind={setKind}
            onStoreIn={setPreferred}
            onAlign={() => align(chosen.first, chosen.second, kind)}
          />
          <p className="quiet small">{t('crosswalk.help')}</p>
          <ProposalList
            crosswalk={crosswalk}
            names={names}
            onAccept={(proposal) => align(proposal.first, proposal.second, proposal.kind, proposal.credit)}
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
