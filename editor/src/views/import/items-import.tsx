import { useMemo, useState } from 'react';
import { useIdentities } from '../../app/editor.tsx';
import { useWriter } from '../../app/use-writer.ts';
import { countItems } from '../../outline/paste.ts';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { MakeKey } from './make-key.tsx';
import { MergeImport } from './merge-import.tsx';
import { planOfItems } from './plan.ts';
import { PlanPreview } from './plan-preview.tsx';
import type { TableItem } from './table-item.ts';
import type { TableItems } from './table-items.ts';

type ItemsImportProps = {
  readonly name: string;
  readonly contents: Pick<TableItems, 'items' | 'relations' | 'framework'>;
};

const TARGETS = ['new', 'existing'] as const;

/** Maximum number of competencies in the preview; further ones are counted. */
const SHOWN = 200;

/** Competencies of a table or a list: their outline, and the framework to add them to. */
export function ItemsImport({ name, contents }: ItemsImportProps) {
  const { t, language } = useWords();
  const { items } = contents;
  const [target, setTarget] = useState<(typeof TARGETS)[number]>('new');
  const count = countItems(items);
  if (count === 0) return <Banner kind="warning">{t('import.no-items')}</Banner>;
  return (
    <div className="stack">
      <div className="stack">
        <h3>
          {t('import.tree')} <span className="quiet small">{t('outline.count', { count })}</span>
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
        <section className="import-tree" tabIndex={0} aria-label={t('import.tree')}>
          <ItemList items={firstItems(items, { left: SHOWN })} language={language} />
          {count > SHOWN && <p className="quiet small">{t('import.more', { count: count - SHOWN })}</p>}
        </section>
      </div>
      <Select
        label={t('import.target')}
        choices={TARGETS.map((id) => ({ id, label: t(`import.target-${id}`) }))}
        value={target}
        onChange={(id) => setTarget(TARGETS.find((one) => one === id) ?? target)}
      />
      {target === 'new' ? <NewFrameworkImport name={name} contents={contents} /> : <MergeImport items={items} />}
    </div>
  );
}

/** A new framework, with its name. */
function NewFrameworkImport({ name: proposed, contents }: ItemsImportProps) {
  const { t, language } = useWords();
  const service = useWriter('framework');
  const { current } = useIdentities();
  const [name, setName] = useState(proposed);
  const owner = current?.publicPem;
  const plan = useMemo(
    () => (owner === undefined ? null : planOfItems(service, contents, { name: name.trim(), language, owner })),
    [service, contents, name, language, owner],
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

function ItemList({ items, language }: { readonly items: readonly TableItem[]; readonly language: string }) {
  return (
    <ul>
      {items.map(({ fields, children }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={i}>
          {textIn({ ...fields }, 'name', language)}
          {children.length > 0 && <ItemList items={children} language={language} />}
        </li>
      ))}
    </ul>
  );
}

/** The first competencies in the order of the outline. @param budget remaining number of items, which is counted down */
function firstItems(items: readonly TableItem[], budget: { left: number }): readonly TableItem[] {
  const first: TableItem[] = [];
  for (const item of items) {
    if (budget.left <= 0) break;
    budget.left--;
    first.push({ fields: item.fields, children: firstItems(item.children, budget) });
  }
  return first;
}
