import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import { copyFramework } from '../../outline/create-framework.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { stillListed, unlist } from '../../outline/missing-parts.ts';
import { frameworkOf } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
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
      {!canChange && <Banner actions={<CopyButton document={document} />}>{t('outline.read-only')}</Banner>}
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
  const { t, language } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('framework');
  const ownerOf = useOwner();
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);

  async function copy(): Promise<void> {
    setPending(true);
    try {
      const { state } = document.getSnapshot();
      const name = textIn(frameworkOf(state), 'name', language) ?? t('outline.unnamed');
      const id = await copyFramework(service, state, {
        name: t('outline.copy-of', { name }),
        language,
        owner: await ownerOf(),
      });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      navigate(frameworkPath(id));
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    } finally {
      setPending(false);
    }
  }

  return (
    <Button isPending={isPending} onPress={() => void copy()}>
      {t('outline.make-copy')}
    </Button>
  );
}
