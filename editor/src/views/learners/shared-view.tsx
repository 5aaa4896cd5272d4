import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { EditorProvider, useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { readIdentity } from '../../identity/identity.ts';
import { openIdentityStore } from '../../identity/identity-store.ts';
import { createMemoryStorage } from '../../identity/text-storage.ts';
import { createVault } from '../../identity/vault.ts';
import { parseProfile, recordsOf } from '../../learners/profile.ts';
import { readLinkAddress, readPermission, type ShareLink } from '../../learners/share-link.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { createService } from '../../service/service.ts';
import { ServiceError } from '../../service/service-error.ts';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { Timeline } from './timeline.tsx';
import { useSources } from './use-sources.ts';
import './learners.css';

/** What a link shows, read with the key in its address. Nothing of it is kept, and the person's own keys are not used. */
export function SharedView() {
  const { t } = useWords();
  const editor = useEditor();
  const faultMessage = useFaultMessage();
  const [queries] = useState(() => new QueryClient());
  const given = useMemo(() => readLinkAddress(window.location.hash, editor.service.base), [editor]);
  const opened = useQuery({
    queryKey: ['shared', given?.id],
    enabled: given !== null,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      if (given === null) return null;
      const identity = await readIdentity('', given.privatePem);
      const keys = [identity.key];
      const service = createService({ base: editor.service.base, keys: () => keys });
      const identities = await openIdentityStore(createMemoryStorage());
      await identities.add([identity]);
      const link = await readLink(
        given.id,
        service,
        createVault(() => keys),
        signal,
      );
      return link === null ? null : { link, editor: { ...editor, service, identities } };
    },
  });
  usePageTitle(t('learners.timeline'));
  if (given !== null && opened.isPending) return <PageSkeleton />;
  if (opened.isError) {
    return (
      <div className="page">
        <Banner kind="danger">{faultMessage(opened.error)}</Banner>
      </div>
    );
  }
  const shown = opened.data ?? null;
  if (shown === null || shown.link.ends < Date.now()) {
    return (
      <EmptyState isPage icon="link" title={t('share.page-ended-title')}>
        {t('share.page-ended')}
      </EmptyState>
    );
  }
  return (
    <QueryClientProvider client={queries}>
      <EditorProvider editor={shown.editor}>
        <SharedPage link={shown.link} />
      </EditorProvider>
    </QueryClientProvider>
  );
}

function PageSkeleton() {
  return (
    <div className="page">
      <Skeleton lines={6} />
    </div>
  );
}

/** The link of a permission; null if it has ended, or was never made. */
async function readLink(
  id: string,
  service: ReturnType<typeof createService>,
  vault: ReturnType<typeof createVault>,
  signal: AbortSignal,
): Promise<ShareLink | null> {
  try {
    const { object } = await service.read(id, signal);
    const opened = await vault.open(object);
    return opened === null ? null : readPermission(opened);
  } catch (error) {
    if (error instanceof ServiceError && ['not-found', 'unauthorized'].includes(error.kind)) return null;
    throw error;
  }
}

function SharedPage({ link }: { readonly link: ShareLink }) {
  const { t, date } = useWords();
  const faultMessage = useFaultMessage();
  const loaded = useFramework(link.framework);
  const { learner, ends } = link;
  usePageTitle(learner.name);
  return (
    <div className="page learner">
      <div>
        <h1>
          <bdi>{learner.name}</bdi>
        </h1>
        <p className="quiet">{t('share.page-until', { date: date(ends) })}</p>
      </div>
      {loaded.isPending && <Skeleton lines={6} />}
      {loaded.isError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {loaded.data !== undefined && <SharedRecords link={link} state={loaded.data.state} />}
    </div>
  );
}

function SharedRecords({ link, state }: { readonly link: ShareLink; readonly state: OutlineState }) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const { name, publicPem } = link.learner;
  const learner = { id: parsePublicKey(publicPem).fingerprint, name, publicPem, isHeld: false };
  const { data: profile = [], ...query } = useQuery({
    queryKey: ['profile', link.id],
    queryFn: async ({ signal }) =>
      parseProfile(await service.profile({ frameworkId: link.framework, subject: publicPem }, signal)),
  });
  const records = useMemo(
    () => recordsOf(profile).filter(({ id }) => link.records.includes(id)),
    [profile, link.records],
  );
  const sources = useSources(records, learner);
  if (query.isPending) return <Skeleton lines={6} />;
  if (query.isError) return <Banner kind="danger">{faultMessage(query.error)}</Banner>;
  return (
    <>
      <h2>{textIn(frameworkOf(state), 'name', language) ?? t('start.unnamed')}</h2>
      {records.length === 0 ? (
        <p>{t('share.page-none')}</p>
      ) : (
        <Timeline records={records} sources={sources} state={state} onShare={null} />
      )}
    </>
  );
}
