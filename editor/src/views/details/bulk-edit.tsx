import { useState } from 'react';
import { type Json, member } from '../../../../shared/repository/linked-data/json.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { Fields } from '../../outline/command.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FieldBox } from './field-box.tsx';
import { fieldText, fieldValue } from './field-value.ts';
import { ALL_COMPETENCY_FIELDS } from './fields.ts';

type BulkEditProps = {
  readonly document: FrameworkDocument;
  readonly state: OutlineState;
  readonly ids: readonly string[];
  readonly isReadOnly: boolean;
};

const FIELDS = ALL_COMPETENCY_FIELDS.filter(({ word }) => word !== 'notation');

/** Sets one property of several competencies at once, as one step of undo. */
export function BulkEdit({ document, state, ids, isReadOnly }: BulkEditProps) {
  const { t, language } = useWords();
  const sayUndoable = useUndoToast(document);
  const [name, setName] = useState('schema:keywords');
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const field = FIELDS.find((one) => one.name === name);
  if (field === undefined) return null;

  const values = ids.map((id) => member(state.objects.get(id) ?? {}, name));
  const texts = new Set(values.map((value) => fieldText(value, field.kind)));
  const [common = ''] = texts.size === 1 ? texts : [];

  function apply(): void {
    if (field === undefined) return;
    const edits = new Map<string, Fields>();
    for (const [i, id] of ids.entries()) {
      const read = fieldValue(values[i], typed ?? common, field.kind, language);
      if ('fault' in read) {
        setError(t(`details.fault-${read.fault}`));
        return;
      }
      edits.set(id, { [name]: read.value satisfies Json });
    }
    const done = document.run({ kind: 'edit-all', edits });
    setTyped(null);
    setError(undefined);
    sayUndoable(t('details.bulk-done', { count: ids.length }), done);
  }

  return (
    <div className="stack">
      <h2>{t('details.bulk-title', { count: ids.length })}</h2>
      {isReadOnly ? (
        <p className="quiet">{t('outline.read-only')}</p>
      ) : (
        <>
          <Select
            label={t('details.bulk-field')}
            choices={FIELDS.map((one) => ({ id: one.name, label: t(`field.${one.word}`) }))}
            value={name}
            onChange={(id) => {
              setName(String(id));
              setTyped(null);
              setError(undefined);
            }}
          />
          <FieldBox
            key={field.name}
            field={field}
            state={state}
            description={texts.size > 1 ? t('details.bulk-different') : t(`field-help.${field.word}`)}
            error={error}
            text={typed ?? common}
            onChange={setTyped}
          />
          <div className="row">
            <Button variant="primary" onPress={apply}>
              {t('details.bulk-apply', { count: ids.length })}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
