import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import { idOf } from '../../outline/draft.ts';
import { countItems } from '../../outline/paste.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { knownFramework } from './known-framework.ts';
import { MakeKey } from './make-key.tsx';
import { MergeImport } from './merge-import.tsx';
import { OutlinePreview } from './outline-preview.tsx';
import { planOfItems } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import type { TableItems } from './table-items.ts';

type Contents = Pick<TableItems, 'items' | 'relations' | 'framework'>;

type ItemsImportProps = { readonly name: string; readonly contents: Contents };

/** Competencies of a table or a list: their outline, and the framework to add them to: the one that has them already, if there is one. */
export function ItemsImport({ name, contents }: ItemsImportProps) {
  const { t } = useWords();
  const { service } = useEditor();
  const vault = useVault();
  const { items } = contents;
  const known = useQuery({
    queryKey: ['known-framework', items],
    queryFn: ({ signal }) => knownFramework(service, vault, items, signal),
    retry: false,
    gcTime: 0,
  });
  const count = countItems(items);
  if (count === 0) return <Banner kind="warning">{t('import.no-items')}</Banner>;
  return (
    <div className="stack">
      <div className="stack">
        <h3>
          {t('import.tree')} <span className="quiet small">{t('outline.count', { count })}</span>
        </h3>
        <OutlinePreview items={items} />
      </div>
      {known.isPending ? <Skeleton /> : <Target name={name} contents={contents} known={known.data ?? null} />}
    </div>
  );
}

const TARGETS = ['new', 'existing'] as const;

/** @param known the framework that has these competencies */
function Target({ name, contents, known }: ItemsImportProps & { readonly known: JsonObject | null }) {
  const { t, language } = useWords();
  const canChange = useCanChange(known ?? {});
  const isUpdate = known !== null && canChange;
  const [chosen, setChosen] = useState<'known' | (typeof TARGETS)[number]>(isUpdate ? 'known' : 'new');
  const targets = known === null ? TARGETS : (['known', ...TARGETS] as const);
  const knownName = known === null ? '' : (textIn(known, 'name', language) ?? t('start.unnamed'));
  return (
    <>
      {known !== null && <Banner>{t('import.known', { name: knownName })}</Banner>}
      <Select
        label={t('import.target')}
        choices={targets.map((id) => ({ id, label: t(`import.target-${id}`, { name: knownName }) }))}
        value={chosen}
        onChange={(id) => setChosen(targets.find((one) => one === id) ?? chosen)}
      />
      {chosen !== 'new' && contents.relations.length > 0 && (
        <Banner kind="warning">{t('import.relations-not-merged', { count: contents.relations.length })}</Banner>
      )}
      {chosen === 'new' ? (
        <NewFrameworkImport name={name} contents={contents} isCopy={known !== null} />
      ) : (
        <MergeImport
          key={chosen}
          items={contents.items}
          into={chosen === 'known' && known !== null ? idOf(known) : null}
        />
      )}
    </>
  );
}

/** A new framework, with its name. @param isCopy whether its competencies are here already: then they have no identifiers */
function NewFrameworkImport({ name: proposed, contents, isCopy }: ItemsImportProps & { readonly isCopy: boolean }) {
  const { t, language } = useWords();
  const service = useWriter('framework');
  const { current } = useIdentities();
  const [name, setName] = useState(proposed);
  const owner = current?.publicPem;
  const plan = useMemo(
    () => (owner === undefined ? null : planOfItems(service, contents, { name: name.trim(), language, owner }, isCopy)),
    [service, contents, name, language, owner, isCopy],
  );
  return (
    <div className="stack">
      <TextField
        label={t('new.name')}
        value={name}
        onChange={setName}
        error={name.trim() === '' ? t('new.name-missing') : undefined}
      />
      {plan === null ? <MakeKey reason={t('new.key')} /> : name.trim() !== '' && <PlanPreview plan={plan} />}
    </div>
  );
}
