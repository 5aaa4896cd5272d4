import { useState } from 'react';
import { bestText, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { useDraft } from '../../app/use-draft.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { competencyOf } from '../../outline/part.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { withShownText } from '../../words/shown-text.ts';
import type { WordKey } from '../../words/translation.ts';
import { useWords } from '../../words/use-words.tsx';

type PartList = 'level' | 'rollupRule';

type SectionProps = {
  readonly document: FrameworkDocument;
  readonly state: OutlineState;
  readonly competency: string;
  readonly isReadOnly: boolean;
};

const MEMBERS = {
  level: [
    { name: 'title', label: 'details.level-title', lines: 1 },
    { name: 'performance', label: 'details.level-performance', lines: 2 },
  ],
  rollupRule: [{ name: 'rule', label: 'details.rule', lines: 2 }],
} as const satisfies Record<PartList, readonly { name: string; label: WordKey; lines: number }[]>;

/** The levels at which a competency can be held, and the rollup rules by which it follows from others. */
export function LevelsSection(props: SectionProps) {
  return (
    <div className="stack">
      <Parts {...props} list="level" />
      <Parts {...props} list="rollupRule" />
    </div>
  );
}

function Parts({ document, state, competency, isReadOnly, list }: SectionProps & { readonly list: PartList }) {
  const { t } = useWords();
  const sayUndoable = useUndoToast(document);
  const [added, setAdded] = useState<string | null>(null);
  const parts = listedIds(frameworkOf(state), list).flatMap((id) => {
    const object = state.objects.get(id);
    return object !== undefined && competencyOf(object) === competency ? [{ id, object }] : [];
  });
  function add(): void {
    const { changes } = document.run({ kind: 'add-part', part: list, competency, fields: {} });
    setAdded(changes.find(({ kind }) => kind === 'create')?.id ?? null);
  }

  return (
    <section className="stack" aria-label={t(`details.${list}s`)}>
      <h2 className="details-heading">{t(`details.${list}s`)}</h2>
      {parts.length === 0 && <p className="quiet small">{t(`details.${list}s-none`)}</p>}
      {parts.map(({ id, object }, i) => (
        <fieldset key={id} className="details-part stack">
          <legend className="visually-hidden">{t(`details.${list}-number`, { number: i + 1 })}</legend>
          {MEMBERS[list].map(({ name, label, lines }, position) => (
            <PartText
              key={name}
              document={document}
              id={id}
              object={object}
              name={name}
              lines={lines}
              isReadOnly={isReadOnly}
              label={t(label)}
              autoFocus={id === added && position === 0}
            />
          ))}
          {!isReadOnly && (
            <IconButton
              icon="delete"
              label={t(`details.${list}-remove`)}
              onPress={() => sayUndoable(t(`details.${list}-removed`), document.run({ kind: 'remove-part', id }))}
            />
          )}
        </fieldset>
      ))}
      {!isReadOnly && (
        <div>
          <Button icon="add" onPress={add}>
            {t(`details.${list}-add`)}
          </Button>
        </div>
      )}
    </section>
  );
}

type PartTextProps = {
  readonly document: FrameworkDocument;
  readonly id: string;
  readonly object: JsonObject;
  readonly name: string;
  readonly label: string;
  readonly lines: number;
  readonly isReadOnly: boolean;
  readonly autoFocus: boolean;
};

function PartText({ document, id, object, name, label, lines, isReadOnly, autoFocus }: PartTextProps) {
  const { language } = useWords();
  const value = member(object, name) ?? (name === 'title' ? member(object, 'name') : undefined);
  const draft = useDraft(`${id} ${name}`, bestText(valuesOf(value, true), language) ?? '', (text) => {
    const changed = value === undefined || value === null ? text.trim() : withShownText(value, text.trim(), language);
    document.run({ kind: 'edit', id, fields: { [name]: text.trim() === '' ? null : changed } });
    return null;
  });
  return (
    <TextField
      label={label}
      value={draft.text}
      onChange={draft.set}
      onBlur={draft.finish}
      isReadOnly={isReadOnly}
      lines={lines}
      autoFocus={autoFocus}
    />
  );
}
