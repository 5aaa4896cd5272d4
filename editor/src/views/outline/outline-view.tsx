import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { ViewProps } from '../../app/paths.ts';
import { browserStorage } from '../../app/preferences.ts';
import { addRecent } from '../../app/recent-frameworks.ts';
import { createDrafts, DraftsContext } from '../../app/use-draft.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { NewItem, Place } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { EmptyOutline } from './empty-outline.tsx';
import { NewEditionDialog } from './new-edition-dialog.tsx';
import { Notices } from './notices.tsx';
import { OpenedFramework } from './opened-framework.tsx';
import { OutlineHeader } from './outline-header.tsx';
import { OutlineTree } from './outline-tree.tsx';
import { PasteDialog, type PasteRequest } from './paste-dialog.tsx';
import { PlaceDialog, type PlaceRequest } from './place-dialog.tsx';
import { PublishedNotice } from './published-notice.tsx';
import { useCanChange } from './use-can-change.ts';
import { useSnapshot } from './use-document.ts';
import { useFind } from './use-find.ts';
import { type Outline, useOutline } from './use-outline.ts';
import { useRowActions } from './use-row-actions.ts';
import './outline.css';

/** A framework as an outline that can be edited. */
export function OutlineView({ params: { id = '' } }: ViewProps) {
  const [address] = useSearchParams();
  const asked = shortIdOf(address.get('competency') ?? '', []);
  return <OutlineOf id={id} isAsked={(competency) => competency === asked} asked={asked} />;
}

type OutlineOfProps = {
  /** Short id of the framework. */
  readonly id: string;
  /** What names the competency that is selected first. */
  readonly asked: string;
  /** Whether it names the competency with this short id. */
  readonly isAsked: (id: string) => boolean;
};

/** The outline of a framework, at any address. */
export function OutlineOf({ id, ...asked }: OutlineOfProps) {
  return (
    <OpenedFramework id={id}>
      {(document) => <OpenOutline key={document.frameworkId} document={document} {...asked} />}
    </OpenedFramework>
  );
}

type OpenProps = Omit<OutlineOfProps, 'id'> & { readonly document: FrameworkDocument };

function OpenOutline({ document, asked, isAsked }: OpenProps) {
  const { t, language } = useWords();
  const { state } = useSnapshot(document);
  const outline = useOutline(document);
  const actions = useRowActions(outline);
  const find = useFind(outline);
  const framework = frameworkOf(state);
  const canChange = useCanChange(framework);
  const [pasting, setPasting] = useState<PasteRequest | null>(null);
  const [showsDetails, setShowsDetails] = useState(() => window.matchMedia('(min-width: 64rem)').matches);
  const [drafts] = useState(() => createDrafts(document));
  const [placing, setPlacing] = useState<PlaceRequest | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  usePageTitle(textIn(framework, 'name', language) ?? t('outline.unnamed'));
  useUndoKeys(outline, canChange);

  useEffect(() => addRecent(browserStorage(), document.frameworkId), [document]);

  const { reveal } = outline;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    const found = asked === '' ? undefined : [...state.objects.keys()].find(isAsked);
    if (found !== undefined && found !== state.frameworkId) reveal([found]);
  }, [asked]);

  const end: Place = { parent: null, after: state.tree.roots.at(-1) ?? null };
  const onLargePaste = (items: readonly NewItem[], place: Place): void => setPasting({ items, place });
  return (
    <DraftsContext value={drafts}>
      <div className="outline">
        <OutlineHeader
          document={document}
          outline={outline}
          actions={actions}
          find={find}
          canChange={canChange}
          showsDetails={showsDetails}
          onToggleDetails={() => setShowsDetails(!showsDetails)}
          onPaste={() => setPasting({ items: null, place: end })}
          onNewEdition={() => setRenewing(true)}
        />
        <Notices document={document} canChange={canChange} />
        {canChange && <PublishedNotice outline={outline} onNewEdition={() => setRenewing(true)} />}
        <div className="outline-body">
          {outline.rows.length === 0 ? (
            <EmptyOutline
              canChange={canChange}
              onAdd={actions.addFirst}
              onNext={() => actions.addAfter(null)}
              onPaste={() => setPasting({ items: null, place: end })}
            />
          ) : (
            <OutlineTree
              outline={outline}
              actions={actions}
              canChange={canChange}
              onLargePaste={onLargePaste}
              matches={find.matches}
              onPlace={setPlacing}
            />
          )}
          {showsDetails && <DetailsPanel outline={outline} onClose={() => setShowsDetails(false)} />}
        </div>
        {pasting !== null && (
          <PasteDialog request={pasting} onAdd={actions.addItems} onClose={() => setPasting(null)} />
        )}
        {placing !== null && (
          <PlaceDialog outline={outline} actions={actions} request={placing} onClose={() => setPlacing(null)} />
        )}
        {isRenewing && (
          <NewEditionDialog document={document} canChange={canChange} onClose={() => setRenewing(false)} />
        )}
      </div>
    </DraftsContext>
  );
}

/** Undo and redo by the usual keys, outside of fields, which have their own. */
function useUndoKeys(outline: Outline, canChange: boolean): void {
  const latest = useRef(outline);
  latest.current = outline;
  useEffect(() => {
    if (!canChange) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null) return;
      const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && event.shiftKey);
      if (!isRedo && key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (isRedo) latest.current.redo();
      else latest.current.undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [canChange]);
}
