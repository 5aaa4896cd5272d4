import { useMemo, useState } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { stillListed, unlist } from '../../outline/missing-parts.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { Editions } from './editions.tsx';
import { NumbersNotice } from './numbers-notice.tsx';
import { useCopyFramework } from './use-copy-framework.ts';
import { useSnapshot } from './use-document.ts';

/** What a person should know before editing: who may change the framework, and which parts are hidden. */
export function Notices({
  document,
  canChange,
}: {
  readonly document: FrameworkDocument;
  readonly canChange: boolean;
}) {
  const { t } = useWords();
  const { state, missing: atFirst } = useSnapshot(document);
  const framework = frameworkOf(state);
  const missing = useMemo(() => stillListed(framework, atFirst), [framework, atFirst]);
  const owners = [...items(member(framework, '@owner')), ...items(member(framework, 'owner'))];
  return (
    <>
      <Editions framework={framework} frameworkId={state.frameworkId} />
      {!canChange && <Banner actions={<CopyButton document={document} />}>{t('outline.read-only')}</Banner>}
      {canChange && <NumbersNotice document={document} />}
      {owners.length === 0 && <Banner>{t('outline.public')}</Banner>}
      {missing.length > 0 && (
        <Banner kind="warning" actions={canChange && <UnlistButton document={document} missing={missing} />}>
          {t('outline.missing', { count: missing.length })}
        </Banner>
      )}
    </>
  );
}

/** Removes parts that the person cannot see from the lists of the framework, after a question. */
function UnlistButton({
  document,
  missing,
}: {
  readonly document: FrameworkDocument;
  readonly missing: readonly string[];
}) {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('outline.unlist')}</Button>
      <ConfirmDialog
        title={t('outline.unlist-title', { count: missing.length })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirm={t('outline.unlist-confirm')}
        onConfirm={() => {
          const { state } = document.getSnapshot();
          const framework = unlist(frameworkOf(state), new Set(missing));
          document.run({ kind: 'restore', objects: new Map([[state.frameworkId, framework]]) });
          setAsking(false);
        }}
      >
        <p>{t('outline.unlist-text')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Copies a framework of others into one that the person owns. */
function CopyButton({ document }: { readonly document: FrameworkDocument }) {
  const { t } = useWords();
  const { isPending, copy } = useCopyFramework(document);
  return (
    <Button isPending={isPending} onPress={() => void copy()}>
      {t('outline.make-copy')}
    </Button>
  );
}
