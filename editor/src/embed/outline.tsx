import { useEffect, useMemo, useState } from 'react';
import { member } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { NOTATION } from '../outline/numbering.ts';
import { createRows, keysTo, type Row } from '../outline/rows.ts';
import type { OutlineState } from '../outline/state.ts';
import { textIn } from '../words/text-of.ts';
import type { Words } from '../words/words.ts';
import type { Embedder } from './messages.ts';

type Props = {
  readonly state: OutlineState;
  readonly words: Words;
  readonly embedder: Embedder;
  /** The competency to show at first. */
  readonly competencyId: string | null;
};

/** Maximum number of rows that are open at first. */
const MAX_FIRST_ROWS = 40;

/** The outline of a framework as nested lists that can be opened, with the description of one competency. */
export function EmbeddedOutline({ state, words, embedder, competencyId }: Props) {
  const [listRows] = useState(createRows);
  const [open, setOpen] = useState(() => firstOpen(state));
  const [selected, setSelected] = useState<string | null>(null);
  const items = useMemo(() => nested(listRows(state, (key) => open.has(key))), [listRows, state, open]);

  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const select = ({ key, id }: Row): void => {
    const isSelected = selected === key;
    setSelected(isSelected ? null : key);
    const name = textIn(state.objects.get(id) ?? {}, 'name', words.language) ?? '';
    embedder.send({ type: 'select', competency: isSelected ? null : { id, name } });
  };
  useEffect(() => {
    const show = (given: string): void => {
      const id = shortIdOf(given, []);
      if (!state.objects.has(id)) return;
      const keys = keysTo(state.tree, { id, parent: state.tree.parents.get(id)?.[0] ?? null });
      setOpen((before) => new Set([...before, ...keys.slice(0, -1)]));
      setSelected(keys.at(-1) ?? null);
    };
    if (competencyId !== null) show(competencyId);
    return embedder.onShow(show);
  }, [state, embedder, competencyId]);
  useEffect(() => {
    if (selected !== null) document.querySelector('.embed-selected')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  if (items.length === 0) return <p className="quiet">{words.t('print.empty')}</p>;
  return <Items items={items} state={state} words={words} selected={selected} toggle={toggle} select={select} />;
}

type Item = Row & { readonly below: readonly Item[] };

type ItemsProps = Pick<Props, 'state' | 'words'> & {
  readonly items: readonly Item[];
  readonly selected: string | null;
  readonly toggle: (key: string) => void;
  readonly select: (row: Row) => void;
};

function Items({ items, ...rest }: ItemsProps) {
  return (
    <ul className="embed-items">
      {items.map((item) => (
        <li key={item.key}>
          <Competency item={item} {...rest} />
          {item.below.length > 0 && <Items items={item.below} {...rest} />}
        </li>
      ))}
    </ul>
  );
}

function Competency({ item, state, words, selected, toggle, select }: Omit<ItemsProps, 'items'> & { item: Item }) {
  const { t, language } = words;
  const object = state.objects.get(item.id) ?? {};
  const name = textIn(object, 'name', language) || t('outline.unnamed');
  const notation = member(object, NOTATION);
  const description = textIn(object, 'description', language);
  const isSelected = item.key === selected;
  return (
    <div className={isSelected ? 'embed-competency embed-selected' : 'embed-competency'}>
      {item.hasChildren ? (
        <button
          type="button"
          className="embed-toggle"
          aria-label={t('embed.below', { name })}
          aria-expanded={item.expanded}
          onClick={() => toggle(item.key)}
        />
      ) : (
        <span className="embed-toggle" />
      )}
      <button type="button" className="embed-name" aria-expanded={isSelected} onClick={() => select(item)}>
        {typeof notation === 'string' && notation !== '' && <span className="quiet">{notation} </span>}
        <bdi>{name}</bdi>
      </button>
      {isSelected && (
        <p className="embed-text quiet">
          <bdi>{description ?? t('embed.no-description')}</bdi>
        </p>
      )}
      {item.repeats && <p className="quiet small">{t('outline.repeats')}</p>}
    </div>
  );
}

/** Opens level by level from the top while the outline stays short. */
function firstOpen(state: OutlineState): ReadonlySet<string> {
  const listRows = createRows();
  for (let open: ReadonlySet<string> = new Set(); ; ) {
    const isOpen = open;
    const closed = listRows(state, (key) => isOpen.has(key)).filter(
      ({ hasChildren, expanded }) => hasChildren && !expanded,
    );
    const next = new Set([...open, ...closed.map(({ key }) => key)]);
    if (closed.length === 0 || listRows(state, (key) => next.has(key)).length > MAX_FIRST_ROWS) return open;
    open = next;
  }
}

/** Nests rows into their parents. */
function nested(rows: readonly Row[]): readonly Item[] {
  const top: Item[] = [];
  const path: Item[][] = [top];
  for (const row of rows) {
    const below: Item[] = [];
    path.length = row.depth;
    path.at(-1)?.push({ ...row, below });
    path.push(below);
  }
  return top;
}
