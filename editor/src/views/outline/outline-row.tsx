import { memo, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { useDraft } from '../../app/use-draft.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { Row } from '../../outline/rows.ts';
import { Icon } from '../../ui/icon.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { ChangedMark } from './changed-mark.tsx';
import type { RowActions } from './use-row-actions.ts';
import type { useRowKeys } from './use-row-keys.ts';

/** The indentation of each level of the outline. */
export const INDENT_REM = 1.5;

/** The callbacks of a row; the same functions for all rows. */
export type RowHandlers = {
  readonly toggle: (row: Row) => void;
  readonly endEdit: () => void;
  readonly rename: RowActions['rename'];
  /** The field of a name disappeared without a key or press of the person. */
  readonly vanished: () => void;
  readonly editKey: ReturnType<typeof useRowKeys>['onEditKey'];
  readonly beginDrag: (row: Row, event: PointerEvent<HTMLElement>) => void;
};

type RowProps = {
  readonly row: Row;
  readonly object: JsonObject;
  readonly parents: number;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  /** When a change by somebody else arrived, UTC milliseconds; null: there is none. */
  readonly changed: number | null;
  /** The person owns the framework. */
  readonly isOwner: boolean;
  /** Number of unresolved comments. */
  readonly comments: number;
  readonly canChange: boolean;
  /** Its name is being edited. */
  readonly isEditing: boolean;
  readonly isDragged: boolean;
  /** What is dragged would be below it. */
  readonly isDropParent: boolean;
  readonly handlers: RowHandlers;
  readonly menu: ReactNode;
};

/** A competency in the outline. */
export const OutlineRow = memo(function OutlineRow(props: RowProps) {
  const {
    row,
    object,
    parents,
    isFocused,
    isSelected,
    isMatch,
    changed,
    isOwner,
    comments,
    canChange,
    isEditing,
    handlers,
    isDragged,
    isDropParent,
    menu,
  } = props;
  const { t, language, number } = useWords();
  const name = textIn(object, 'name', language) ?? '';
  const notation = member(object, NOTATION);
  const shownName = name === '' ? t('outline.unnamed') : name;
  return (
    <div
      className="outline-row"
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      data-match={isMatch || undefined}
      data-changed={changed !== null || undefined}
      data-dragged={isDragged || undefined}
      data-drop-parent={isDropParent || undefined}
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
      {isEditing ? (
        <NameInput row={row} object={object} name={name} handlers={handlers} />
      ) : (
        <span className={name === '' ? 'outline-name quiet' : 'outline-name'}>
          <bdi>{shownName}</bdi>
        </span>
      )}
      <span className="outline-marks">
        {changed !== null && <ChangedMark id={row.id} time={changed} isOwner={isOwner} />}
        {parents > 1 && (
          <span className="tag" title={t('outline.several-parents')}>
            <Icon name="link" />
            <span className="visually-hidden">{t('outline.several-parents')}</span>
          </span>
        )}
        {comments > 0 && (
          <span className="tag" title={t('comments.count', { count: comments })}>
            <Icon name="comment" />
            {` ${number(comments)}`}
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
  readonly object: JsonObject;
  readonly name: string;
  readonly handlers: RowHandlers;
};

/** Edits the name in its place. What was typed is kept when the person leaves the field or the page, or when the row moves. */
function NameInput({ row, object, name, handlers }: NameInputProps) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const draft = useDraft(`${row.id} name of row`, name, (text) => {
    handlers.rename(row, text, object);
    return null;
  });
  const { text, isChanged } = draft;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; in a row that others have moved, before the next key is pressed
  useLayoutEffect(() => {
    if (isChanged) input.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; after a menu, which holds the focus while it is open
  useEffect(() => {
    if (isChanged) return;
    input.current?.focus();
    input.current?.select();
  }, []);
  useEffect(() => {
    isDone.current = false; // the key that ended the edit has begun another one here
  });
  useEffect(() => {
    return () => {
      if (!isDone.current) handlers.vanished();
    };
  }, [handlers]);

  function end(keeps: boolean): void {
    isDone.current = true;
    if (keeps) draft.finish();
    else draft.discard();
  }

  return (
    <input
      ref={input}
      className="outline-input"
      aria-label={t('outline.name')}
      value={text}
      onChange={(event) => draft.set(event.target.value)}
      onBlur={() => {
        if (isDone.current) return;
        // Another window has the focus now: a name that is about to be pasted from there still has its row.
        if (text.trim() === '' && document.activeElement === input.current) return;
        end(true);
        handlers.endEdit();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return; // Enter ends the composition of an input method, as for Japanese
        handlers.editKey(row, text, event, end);
      }}
    />
  );
}
