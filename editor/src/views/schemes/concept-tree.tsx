import type { CSSProperties } from 'react';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import type { Row } from '../../outline/rows.ts';
import { levelNumber } from '../../schemes/edit-scheme.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type ConceptKeys, type Typing, useConceptKeys } from './use-concept-keys.ts';
import type { Concepts } from './use-concepts.ts';

type Props = { readonly concepts: Concepts; readonly canChange: boolean };

/** The concepts of a vocabulary as a tree, with the keys of the outline. */
export function ConceptTree({ concepts, canChange }: Props) {
  const { t } = useWords();
  const keys = useConceptKeys(concepts, canChange);
  const { rows } = concepts;
  const { typing } = keys;
  const added = typing?.kind === 'new' ? <NewRow key="new" keys={keys} typing={typing} /> : null;
  const addedAfter = typing?.kind === 'new' ? lastBelow(rows, typing.place.after ?? typing.place.parent) : null;
  return (
    <div className="scheme-concepts">
      {rows.length === 0 && added === null && <p className="quiet">{t('schemes.empty')}</p>}
      {(rows.length > 0 || added !== null) && (
        <div ref={keys.tree} role="tree" aria-label={t('schemes.concepts')} className="scheme-tree">
          {addedAfter === null && added}
          {rows.flatMap((row) => [
            <ConceptRow key={row.key} row={row} concepts={concepts} keys={keys} canChange={canChange} />,
            ...(addedAfter === row.key ? [added] : []),
          ])}
        </div>
      )}
      {canChange && (
        <Button icon="add" onPress={keys.addAtEnd}>
          {t('schemes.add')}
        </Button>
      )}
    </div>
  );
}

type RowProps = Props & { readonly row: Row; readonly keys: ConceptKeys };

function ConceptRow({ row, concepts, keys, canChange }: RowProps) {
  const { state, chosen, choose, nameOf } = concepts;
  const { typing } = keys;
  const { t } = useWords();
  const name = nameOf(row.id);
  const level = levelNumber(state, row.id);
  const levelText = level === null ? '' : t('details.level-number', { number: level });
  const stored = member(state.objects.get(row.id) ?? {}, 'skos:notation');
  const notation = typeof stored === 'string' ? stored : '';
  return (
    <div
      className="scheme-row"
      style={depthOf(row.depth)}
      role="treeitem"
      aria-level={row.depth}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={row.id === chosen}
      aria-label={[levelText, notation, name].filter((text) => text !== '').join(' ')}
      {...(row.hasChildren && { 'aria-expanded': true })}
      tabIndex={row === keys.current ? 0 : -1}
      onClick={() => choose(row.id)}
      onDoubleClick={() => canChange && keys.act('edit', row)}
      onKeyDown={(event) => keys.onRowKey(event, row)}
    >
      {levelText !== '' && <span className="tag">{levelText} </span>}
      {notation !== '' && <span className="outline-notation">{notation} </span>}
      {typing?.kind === 'rename' && typing.row.key === row.key ? (
        <NameField keys={keys} typing={typing} />
      ) : (
        <span className="outline-name">
          <bdi>{name}</bdi>
        </span>
      )}
      {canChange && <ConceptMenu name={name} onAction={(id) => keys.act(id, row)} />}
    </div>
  );
}

type TypingProps = { readonly keys: ConceptKeys; readonly typing: Typing };

/** The row of a concept that has no name yet. */
function NewRow({ keys, typing }: TypingProps & { readonly typing: { readonly kind: 'new'; readonly depth: number } }) {
  const { t } = useWords();
  return (
    <div
      className="scheme-row"
      style={depthOf(typing.depth)}
      role="treeitem"
      tabIndex={-1}
      aria-selected={false}
      aria-level={typing.depth}
      aria-label={t('schemes.add')}
    >
      <NameField keys={keys} typing={typing} />
    </div>
  );
}

function NameField({ keys, typing }: TypingProps) {
  const { t } = useWords();
  return (
    <input
      // a field for each concept, also while several are added in a row
      key={typing.kind === 'new' ? `${typing.place.parent} ${typing.place.after}` : typing.row.key}
      className="outline-input"
      aria-label={t('details.name')}
      value={typing.text}
      ref={focusOnce}
      onChange={(event) => keys.setText(event.target.value)}
      onKeyDown={(event) => keys.onTypingKey(event, typing)}
      onBlur={() => keys.onTypingBlur(typing)}
    />
  );
}

/** The person has just asked to type here. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}

/** The key of the last row that is below a concept, or is it; null: there is none. */
function lastBelow(rows: readonly Row[], id: string | null): string | null {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row === undefined) return null;
  const end = rows.findIndex(({ depth }, i) => i > at && depth <= row.depth);
  return (end === -1 ? rows.at(-1) : rows[end - 1])?.key ?? null;
}

/** A level is 1.5 rem wide. */
function depthOf(depth: number): CSSProperties {
  return { paddingInlineStart: `${(depth - 1) * 1.5 + 0.75}rem` };
}

function ConceptMenu({ name, onAction }: { readonly name: string; readonly onAction: (id: string) => void }) {
  const { t } = useWords();
  return (
    <MenuButton
      trigger={<IconButton icon="more" label={t('outline.more', { name })} excludeFromTabOrder />}
      label={t('outline.more', { name })}
      entries={[
        { id: 'add', label: t('outline.add-below'), icon: 'add', shortcut: '↵' },
        { id: 'inside', label: t('outline.add-inside') },
        { id: 'edit', label: t('outline.edit'), icon: 'edit', shortcut: 'F2' },
        { id: 'indent', label: t('outline.indent'), shortcut: 'Alt →', startsGroup: true },
        { id: 'outdent', label: t('outline.outdent'), shortcut: 'Alt ←' },
        { id: 'up', label: t('outline.up'), shortcut: 'Alt ↑' },
        { id: 'down', label: t('outline.down'), shortcut: 'Alt ↓' },
        { id: 'delete', label: t('outline.delete'), icon: 'delete', isDangerous: true, startsGroup: true },
      ]}
      onAction={onAction}
    />
  );
}
