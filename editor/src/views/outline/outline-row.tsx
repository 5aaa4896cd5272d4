import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../shared/linked-data/json.ts';
import { member } from '../../../../shared/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { Row } from '../../outline/rows.ts';
import { Icon } from '../../ui/icon.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** How much further in each level of the outline is. */
export const INDENT_REM = 1.5;

/** What a row calls; the same functions for all rows. */
export type RowHandlers = {
  readonly toggle: (row: Row) => void;
  readonly commit: (row: Row, name: string) => void;
  readonly editKey: (row: Row, name: string, event: KeyboardEvent<HTMLInputElement>) => void;
  readonly beginDrag: (row: Row, event: PointerEvent<HTMLElement>) => void;
};

type RowProps = {
  readonly row: Row;
  readonly object: JsonObject;
  readonly parents: number;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly isChanged: boolean;
  readonly canChange: boolean;
  /** The text at the beginning of an edit; null: the name. Absent: it is not edited. */
  readonly editing: { readonly text: string | null } | undefined;
  readonly handlers: RowHandlers;
  readonly menu: ReactNode;
};

/** A competency in the outline. */
export const OutlineRow = memo(function OutlineRow(props: RowProps) {
  const { row, object, parents, isFocused, isSelected, isMatch, isChanged, canChange, editing, handlers, menu } = props;
  const { t, language } = useWords();
  const name = textIn(object, 'name', language) ?? '';
  const notation = member(object, NOTATION);
  const shownName = name === '' ? t('outline.unnamed') : name;
  return (
    <div
      className="outline-row"
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      data-match={isMatch || undefined}
      data-changed={isChanged || undefined}
      style={{ paddingInlineStart: `${(row.depth - 1) * INDENT_REM}rem` }}
    >
      {canChange && (
        <span
          className="outline-handle"
          title={t('outline.drag')}
          aria-hidden="true"
          onPointerDown={(event) => handlers.beginDrag(row, event)}
        >
          <Icon name="drag" />
        </span>
      )}
      <button
        type="button"
        className="outline-toggle"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!row.hasChildren}
        data-expanded={row.expanded || undefined}
        onClick={() => handlers.toggle(row)}
      >
        {row.hasChildren ? <Icon name="chevron" /> : <span className="outline-bullet" />}
      </button>
      {typeof notation === 'string' && notation !== '' && <span className="outline-notation">{notation} </span>}
      {editing === undefined ? (
        <span className={name === '' ? 'outline-name quiet' : 'outline-name'}>
          <bdi>{shownName}</bdi>
        </span>
      ) : (
        <NameInput row={row} initial={editing.text ?? name} handlers={handlers} selects={editing.text === null} />
      )}
      <span className="outline-marks">
        {isChanged && (
          <span className="tag" title={t('outline.by-others')}>
            <Icon name="people" />
            <span className="visually-hidden">{t('outline.by-others')}</span>
          </span>
        )}
        {parents > 1 && (
          <span className="tag" title={t('outline.several-parents')}>
            <Icon name="link" />
            <span className="visually-hidden">{t('outline.several-parents')}</span>
          </span>
        )}
        {row.repeats && <span className="tag">{t('outline.repeats')}</span>}
      </span>
      {menu}
    </div>
  );
});

type NameInputProps = {
  readonly row: Row;
  readonly initial: string;
  readonly selects: boolean;
  readonly handlers: RowHandlers;
};

/** Edits the name in its place. Leaving the field keeps what was typed. */
function NameInput({ row, initial, selects, handlers }: NameInputProps) {
  const { t } = useWords();
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);

  useEffect(() => {
    input.current?.focus();
    if (selects) input.current?.select();
  }, [selects]);

  return (
    <input
      ref={input}
      className="outline-input"
      aria-label={t('outline.name')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (!isDone.current) handlers.commit(row, text);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return; // Enter ends the composition, as of Japanese
        if (event.key === 'Enter' || event.key === 'Tab' || event.key === 'Escape') isDone.current = true;
        handlers.editKey(row, text, event);
      }}
    />
  );
}
