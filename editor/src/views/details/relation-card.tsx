import { useState } from 'react';
import { Link } from 'wouter';
import { pathText } from '../../app/candidates.ts';
import type { Match } from '../../app/matches.ts';
import { frameworkPath } from '../../app/paths.ts';
import { useDraft } from '../../app/use-draft.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { textIn } from '../../words/text-of.ts';
import type { WordKey } from '../../words/translation.ts';
import { useWords } from '../../words/use-words.tsx';
import { isDay } from './field-value.ts';
import { daysOf, RELATION_TYPES, type SeenRelation } from './relations.ts';

type RelationCardProps = {
  readonly document: FrameworkDocument;
  readonly state: OutlineState;
  readonly relation: SeenRelation;
  /** The other competency if it is in another framework; null: not found, or in this one. */
  readonly match: Match | null;
  readonly isReadOnly: boolean;
};

/** One relation as a sentence, with the first and the last day on which it applies, if it has any. */
export function RelationCard({ document, state, relation, match, isReadOnly }: RelationCardProps) {
  const { t, language } = useWords();
  const { id, other, type, isSource } = relation;
  const object = state.objects.get(other) ?? match?.object;
  const name = object === undefined ? other : (textIn(object, 'name', language) ?? t('outline.unnamed'));
  const known = RELATION_TYPES.find((one) => one === type);
  const key: WordKey | null = known === undefined ? null : isSource ? `relation.${known}` : `relation.${known}-back`;
  const href = state.objects.has(other)
    ? `${frameworkPath(state.frameworkId)}?${new URLSearchParams({ competency: other })}`
    : (match?.href ?? null);
  const path = match === null ? '' : pathText(match, language);
  const sayUndoable = useUndoToast(document);

  function remove(): void {
    const outcome = document.run({ kind: 'unrelate', relation: id });
    const isMoved = outcome.state.tree.roots.length > state.tree.roots.length;
    sayUndoable(t(isMoved ? 'details.moved-to-top' : 'details.relation-removed', { name }), outcome);
  }

  return (
    <li className="stack details-relation">
      <div className="row row-between">
        <span>
          <span className="quiet small">{key === null ? type : t(key)}</span>{' '}
          {href === null ? name : <Link href={href}>{name}</Link>}
          {path !== '' && <span className="quiet small details-path">{path}</span>}
        </span>
        {!isReadOnly && <IconButton icon="delete" label={t('details.relation-remove', { name })} onPress={remove} />}
      </div>
      <Days document={document} relation={relation} isReadOnly={isReadOnly} />
    </li>
  );
}

/** The days of a relation. Without any, a button shows the fields. */
function Days({ document, relation, isReadOnly }: Pick<RelationCardProps, 'document' | 'relation' | 'isReadOnly'>) {
  const { t } = useWords();
  const [isLimiting, setLimiting] = useState(false);
  const { id, object } = relation;
  const { from, through } = daysOf(object);
  const commit = (name: 'validFrom' | 'validThrough') => (text: string) => {
    if (text !== '' && !isDay(text)) return t('details.fault-date');
    const days = { validFrom: from, validThrough: through, [name]: text };
    if (days.validFrom !== '' && days.validThrough !== '' && days.validThrough < days.validFrom) {
      return t('details.days-order');
    }
    if (!document.getSnapshot().state.objects.has(id)) return null;
    document.run({ kind: 'edit', id, fields: { [name]: text === '' ? null : text } });
    return null;
  };
  const begin = useDraft(`${id} validFrom`, from, commit('validFrom'));
  const end = useDraft(`${id} validThrough`, through, commit('validThrough'));
  if (!isLimiting && begin.text === '' && end.text === '') {
    if (isReadOnly) return null;
    return (
      <div>
        <Button variant="quiet" icon="add" onPress={() => setLimiting(true)}>
          {t('details.days-add')}
        </Button>
      </div>
    );
  }
  return (
    <div className="details-days">
      {[
        { draft: begin, label: t('field.valid-from'), autoFocus: isLimiting },
        { draft: end, label: t('field.valid-through'), autoFocus: false },
      ].map(({ draft, label, autoFocus }) => (
        <TextField
          key={label}
          label={label}
          type="date"
          error={draft.error}
          value={draft.text}
          onChange={(text) => {
            setLimiting(true); // the fields stay while they are emptied
            draft.set(text);
          }}
          onBlur={draft.finish}
          isReadOnly={isReadOnly}
          autoFocus={autoFocus}
        />
      ))}
    </div>
  );
}
