import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { rootPath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { NameDialog } from './name-dialog.tsx';
import { restored } from './restored.ts';
import { type History, useMoment, useMomentName, useNamedVersions } from './use-moment.ts';

type PastViewProps = {
  readonly document: FrameworkDocument;
  readonly history: History;
  readonly canChange: boolean;
  /** The moment. */
  readonly at: string;
};

/** An earlier state of a framework, which can be read, and restored as a whole. */
export function PastView({ document, history, canChange, at }: PastViewProps) {
  const { t } = useWords();
  const { toasts } = useEditor();
  const faultMessage = useFaultMessage();
  const { state } = useSnapshot(document);
  const [isAsking, setAsking] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const nameOf = useMomentName(history);
  const query = useMoment(history, at);
  const past = query.data?.state ?? null;
  const versions = query.data?.versions ?? new Map<string, number>();
  const { data: names } = useNamedVersions(document.frameworkId, history.vault);
  const isNamed = names?.some(({ id }) => id === at) ?? true;
  const when = nameOf(at);

  function restoreAll(then: OutlineState): void {
    const objects = new Map<string, JsonObject | null>();
    for (const id of state.objects.keys()) if (!then.objects.has(id)) objects.set(id, null);
    for (const [id, object] of then.objects) objects.set(id, restored(object, state.objects.get(id)));
    document.run({ kind: 'restore', objects });
    showToast(toasts, { text: t('history.restored') });
    void document.flush();
  }

  useEffect(() => {
    window.scrollTo(0, 0); // newer browsers return a promise, which React would call as the cleanup
  }, []);
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{t('history.then', { when })}</h1>
        <Link href={rootPath(history.kind, document.frameworkId, 'history')}>{t('history.all')}</Link>
      </div>
      {query.isPending && <Skeleton lines={6} />}
      {query.isError && <Banner kind="danger">{faultMessage(query.error)}</Banner>}
      {query.isSuccess && past === null && <Banner>{t('history.not-there')}</Banner>}
      {past !== null && (
        <>
          {canChange && (
            <div className="row">
              <Button icon="undo" onPress={() => setAsking(true)}>
                {t('history.restore-all')}
              </Button>
              {!isNamed && <Button onPress={() => setNaming(true)}>{t('history.name')}</Button>}
            </div>
          )}
          {isNaming && (
            <NameDialog
              document={document}
              vault={history.vault}
              moment={{ versions, time: Number(at) }}
              onClose={() => setNaming(false)}
            />
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
    (object && nameIn(object, language)) || t('outline.unnamed');
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
