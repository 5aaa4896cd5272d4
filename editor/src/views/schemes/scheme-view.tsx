import { useEffect, useRef, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { NotOpened } from '../../app/not-opened.tsx';
import { frameworkPath, schemePath, type ViewProps } from '../../app/paths.ts';
import { createDrafts, DraftsContext } from '../../app/use-draft.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { idOf } from '../../outline/draft.ts';
import { isFramework, NotAFramework } from '../../outline/not-a-framework.ts';
import { frameworkOf } from '../../outline/state.ts';
import { isConcept, schemesOf } from '../../schemes/concept-links.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { useDocument, useSnapshot } from '../outline/use-document.ts';
import { ConceptTree } from './concept-tree.tsx';
import { PasteConcepts } from './paste-concepts.tsx';
import { SchemeDetails } from './scheme-details.tsx';
import { SchemeHeader } from './scheme-header.tsx';
import { useConcepts } from './use-concepts.ts';
import '../outline/outline.css';
import './schemes.css';

/** A vocabulary: a concept scheme whose concepts can be edited. The address of a concept leads to its scheme. */
export function SchemeView({ params: { id = '' } }: ViewProps) {
  const opened = useDocument(id, 'scheme');
  if (opened.status === 'open') return <OpenScheme key={id} document={opened.document} />;
  if (opened.status === 'opening') {
    return (
      <div className="page" aria-busy="true">
        <Skeleton lines={8} />
      </div>
    );
  }
  const { error } = opened;
  const object = error instanceof NotAFramework ? error.object : null;
  const [scheme] = object !== null && isConcept(object) ? schemesOf(object) : [];
  if (object !== null && scheme !== undefined) return <Redirect to={schemePath(scheme, idOf(object))} replace />;
  if (object !== null && isFramework(object)) return <Redirect to={frameworkPath(idOf(object))} replace />;
  return <NotOpened error={error} />;
}

function OpenScheme({ document }: { readonly document: FrameworkDocument }) {
  const { t, language } = useWords();
  const [address] = useSearchParams();
  const { state, missing } = useSnapshot(document);
  const scheme = frameworkOf(state);
  const canChange = useCanChange(scheme);
  const concepts = useConcepts(document);
  const [drafts] = useState(() => createDrafts(document));
  const [isPasting, setPasting] = useState(false);
  usePageTitle(nameIn(scheme, language) ?? t('outline.unnamed'));
  useUndoKeys(document, canChange);

  const asked = shortIdOf(address.get('concept') ?? '', []);
  const { choose } = concepts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (state.objects.has(asked)) choose(asked);
  }, [asked]);

  return (
    <DraftsContext value={drafts}>
      <div className="outline">
        <SchemeHeader document={document} canChange={canChange} onPaste={() => setPasting(true)} />
        {!canChange && <Banner>{t('schemes.read-only')}</Banner>}
        {missing.length > 0 && <Banner kind="warning">{t('schemes.missing', { count: missing.length })}</Banner>}
        <div className="scheme-body">
          <ConceptTree concepts={concepts} canChange={canChange} />
          <SchemeDetails document={document} concepts={concepts} canChange={canChange} />
        </div>
        {isPasting && <PasteConcepts concepts={concepts} onClose={() => setPasting(false)} />}
      </div>
    </DraftsContext>
  );
}

/** Undo and redo by the usual keys, outside of fields, which have their own. */
function useUndoKeys(document: FrameworkDocument, canChange: boolean): void {
  const latest = useRef(document);
  latest.current = document;
  useEffect(() => {
    if (!canChange) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [canChange]);
}
