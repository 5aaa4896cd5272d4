import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { NotOpened } from '../../app/not-opened.tsx';
import { type RootKind, rootPath, type ViewProps } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { createVault } from '../../identity/vault.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { useDocument, useSnapshot } from '../outline/use-document.ts';
import { ChangeList } from './change-list.tsx';
import { CompareView } from './compare-view.tsx';
import { loadChanges, partsByChange } from './load-history.ts';
import { NamedVersions } from './named-versions-section.tsx';
import { PastView } from './past-view.tsx';
import type { History } from './use-moment.ts';
import './history.css';

/** Number of parts whose versions are read at a time. */
const PARTS_PER_PAGE = 60;

/** The versions of a framework with all its parts, or of one competency. */
export function HistoryView({ params: { id = '' } }: ViewProps) {
  return <HistoryOf id={id} kind="framework" />;
}

/** The versions of a vocabulary with all its terms, or of one term. */
export function SchemeHistoryView({ params: { id = '' } }: ViewProps) {
  return <HistoryOf id={id} kind="scheme" />;
}

function HistoryOf({ id, kind }: { readonly id: string; readonly kind: RootKind }) {
  const opened = useDocument(id, kind);
  if (opened.status === 'open') return <OpenHistory document={opened.document} kind={kind} />;
  if (opened.status === 'opening') {
    return (
      <div className="page">
        <Skeleton lines={6} />
      </div>
    );
  }
  return <NotOpened error={opened.error} />;
}

function OpenHistory({ document, kind }: { readonly document: FrameworkDocument; readonly kind: RootKind }) {
  const { t, language } = useWords();
  const { service, identities } = useEditor();
  const { current } = useIdentities();
  const faultMessage = useFaultMessage();
  const [address] = useSearchParams();
  const { state, save } = useSnapshot(document);
  const canChange = useCanChange(frameworkOf(state));
  const isOwner = canChange && items(member(frameworkOf(state), '@owner')).length > 0;
  const [pages, setPages] = useState(1);
  const [vault] = useState(() => createVault(() => identities.getSnapshot().identities.map(({ key }) => key)));
  const competency = address.get('competency');
  const [at, from, to] = [address.get('at'), address.get('from'), address.get('to')];
  const history: History = { kind, frameworkId: document.frameworkId, vault, isOwner };
  const name = nameIn(frameworkOf(state), language) ?? t('outline.unnamed');
  usePageTitle(t('history.title', { name }));

  const parts = competency === null ? partsByChange(state, service.base) : [competency];
  const shown = parts.slice(0, pages * PARTS_PER_PAGE);
  const query = useQuery({
    queryKey: ['history', document.frameworkId, competency, shown.length, current?.id, isOwner, save.pending],
    queryFn: ({ signal }) => loadChanges(service, vault, shown, isOwner, signal),
    staleTime: 0,
  });
  if (at !== null) return <PastView document={document} history={history} canChange={canChange} at={at} />;

  if (from !== null && to !== null) {
    return <CompareView history={history} from={from} to={to} />;
  }

  const subject = competency === null ? undefined : state.objects.get(competency);
  const of = subject === undefined ? name : (nameIn(subject, language) ?? t('outline.unnamed'));
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('history.title', { name: of })}</h1>
        <Link href={rootPath(kind, document.frameworkId)}>{t('history.back', { name })}</Link>
      </div>
      {competency === null && (
        <NamedVersions kind={kind} document={document} vault={vault} canChange={canChange} changes={query.data ?? []} />
      )}
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.data !== undefined && (
        <ChangeList kind={kind} document={document} canChange={canChange} changes={query.data} />
      )}
      {shown.length < parts.length && (
        <div>
          <Button onPress={() => setPages(pages + 1)} isPending={query.isFetching}>
            {t('history.more', { count: parts.length - shown.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
