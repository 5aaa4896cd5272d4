import { useMemo } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { OutlineState } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { type PrintedItem, printedItems } from './printed-items.ts';

/** All competencies: in sections with headings if the outline has levels, else as a list. */
export function PrintedOutline({ state }: { readonly state: OutlineState }) {
  const { t } = useWords();
  const items = useMemo(() => printedItems(state.tree), [state.tree]);
  if (items.length === 0) return <p className="quiet">{t('print.empty')}</p>;
  if (items.every(({ children }) => children.length === 0)) return <Items items={items} state={state} />;
  return items.map((item) => (
    <section key={item.id} className="print-section">
      <Words item={item} state={state} isHeading />
      <Items items={item.children} state={state} />
    </section>
  ));
}

type ItemsProps = { readonly items: readonly PrintedItem[]; readonly state: OutlineState };

function Items({ items, state }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="print-items">
      {items.map((item) => (
        <li key={item.id}>
          <Words item={item} state={state} />
          <Items items={item.children} state={state} />
        </li>
      ))}
    </ul>
  );
}

type WordsProps = { readonly item: PrintedItem; readonly state: OutlineState; readonly isHeading?: boolean };

/** Notation, name and description, without a page break between them. */
function Words({ item: { id, repeats }, state, isHeading = false }: WordsProps) {
  const { t, language } = useWords();
  const object = state.objects.get(id) ?? {};
  const notation = member(object, NOTATION);
  const description = textIn(object, 'description', language);
  const Name = isHeading ? 'h2' : 'p';
  return (
    <div className="print-words">
      <Name className="print-name">
        {typeof notation === 'string' && notation !== '' && <span className="print-notation">{notation} </span>}
        {textIn(object, 'name', language) || t('outline.unnamed')}
      </Name>
      {description !== null && (
        <p className="print-text">
          <bdi>{description}</bdi>
        </p>
      )}
      {repeats && <p className="quiet small">{t('print.repeats')}</p>}
    </div>
  );
}
