import { useMemo, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { FrameworkPicker } from '../../app/framework-picker.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import { openDocument } from '../../outline/document.ts';
import { createOutlineStorage } from '../../outline/outline-storage.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { planOfMerge } from './merge-plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import type { TableItem } from './table-item.ts';
import { useImportFault } from './use-import-fault.tsx';

type Props = { readonly items: readonly TableItem[] };

type MergeImportProps = Props & {
  /** Short id of the framework; null: the person chooses one. */
  readonly into: string | null;
};

/** Merges competencies into an existing framework. */
export function MergeImport({ items, into }: MergeImportProps) {
  const { t, language } = useWords();
  const faultMessage = useImportFault();
  const [id, setId] = useState<string | null>(into);
  const loaded = useFramework(id);
  const state = loaded.data?.state;
  const name = state === undefined ? '' : (textIn(frameworkOf(state), 'name', language) ?? t('start.unnamed'));
  return (
    <div className="stack">
      {into === null ? (
        <FrameworkPicker
          label={t('import.existing')}
          description={t('import.existing-help')}
          chosen={id === null ? null : { id, name }}
          onChoose={setId}
        />
      ) : (
        <p className="quiet small">{t('import.existing-help')}</p>
      )}
      {loaded.isError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {id !== null && loaded.isPending && <Skeleton />}
      {state !== undefined && <Merge key={state.frameworkId} state={state} items={items} />}
    </div>
  );
}

function Merge({ state, items }: Props & { readonly state: OutlineState }) {
  const { t } = useWords();
  const { storage, identities } = useEditor();
  const service = useWriter('outline');
  const vault = useVault();
  const canChange = useCanChange(frameworkOf(state));
  const { frameworkId } = state;
  const plan = useMemo(() => {
    const owners = (): readonly string[] => [identities.getSnapshot().current?.publicPem ?? []].flat();
    const options = { service, storage: createOutlineStorage(storage, frameworkId), owners, vault };
    return planOfMerge(service.base, state, items, (signal) => openDocument(frameworkId, options, signal));
  }, [service, storage, identities, vault, state, frameworkId, items]);
  return canChange ? <PlanPreview plan={plan} /> : <Banner kind="warning">{t('outline.read-only')}</Banner>;
}
