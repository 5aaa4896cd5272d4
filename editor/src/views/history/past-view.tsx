import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { Vault } from '../../outline/load.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { timeOfVersion } from '../../outline/version.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { restored } from './restored.ts';
import { stateAt } from './state-at.ts';

type PastViewProps = {
  readonly document: FrameworkDocument;
  readonly vault: Vault;
  readonly canChange: boolean;
  readonly version: number;
};

/** An earlier state of a framework, which can be read, and restored as a whole. */
export function PastView({ document, vault, canChange, version }: PastViewProps) {
  const { t, dateTime } = useWords();
  const { service, toasts } = useEditor();
  const faultMessage = useFaultMessage();
  const { state } = useSnapshot(document);
  const [isAsking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: ['past', document.frameworkId, version],
    queryFn: ({ signal }) => stateAt(service, vault, document.frameworkId, version, signal),
  });
  const past = query.data ?? null;
  const time = timeOfVersion(version);
  const when = time === null ? t('history.version', { version: String(version) }) : dateTime(time);

  function restoreAll(then: OutlineState): void {
    const objects = new Map<string, JsonObject | null>();
    for (const id of state.objects.keys()) if (!then.objects.has(id)) objects.set(id, null);
    for (const [id, object] of then.objects) objects.set(id, restored(object, state.objects.get(id)));
    document.run({ kind: 'restore', objects });
    showToast(toasts, { text: t('history.restored') });
    void document.flush();
  }

  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('history.then', { when })}</h1>
        <Link href={frameworkPath(document.frameworkId, 'history')}>{t('history.all')}</Link>
      </div>
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.isSuccess && past === null && <Banner>{t('history.not-there')}</Banner>}
      {past !== null && (
        <>
          {canChange && (
            <div>
              <Button icon="undo" onPress={() => setAsking(true)}>
                {t('history.restore-all')}
              </Button>
            </div>
          )}
          <PastOutline state={past} />
          <ConfirmDialog
            title={t('history.restore-all')}
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            onConfirm={() => restoreAll(past)}
            confirm={t('history.restore')}
            variant="primary"
          >
            <p>{t('history.restore-all-help')}</p>
          </ConfirmDialog>
        </>
      )}
    </div>
  );
}

function PastOutline({ state }: { readonly state: OutlineState }) {
  const { t, language } = useWords();
  const nameOf = (object: JsonObject | undefined): string =>
    (object && textIn(object, 'name', language)) || t('outline.unnamed');
  const listOf = (ids: readonly string[], above: readonly string[]) =>
    ids.length > 0 && (
      <ul>
        {ids.map((id) => (
          <li key={id}>
            {nameOf(state.objects.get(id))}
            {!above.includes(id) && listOf(state.tree.children.get(id) ?? [], [...above, id])}
          </li>
        ))}
      </ul>
    );
  return (
    <section className="card stack" aria-label={nameOf(frameworkOf(state))}>
      <h2>{nameOf(frameworkOf(state))}</h2>
      {listOf(state.tree.roots, [])}
    </section>
  );
}
