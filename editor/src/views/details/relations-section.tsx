import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CompetencyPicker } from '../../app/competency-picker.tsx';
import { useEditor } from '../../app/editor.tsx';
import { matchesOf } from '../../app/matches.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { isBelow } from '../../outline/draft.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { RelationCard } from './relation-card.tsx';
import { hasRelation, RELATION_TYPES, relationsAt } from './relations.ts';

type RelationsProps = {
  readonly document: FrameworkDocument;
  readonly state: OutlineState;
  readonly competency: string;
  readonly isReadOnly: boolean;
};

/** The relations of a competency, in this framework and to others, and a form to add one. */
export function RelationsSection({ document, state, competency, isReadOnly }: RelationsProps) {
  const { t } = useWords();
  const { service } = useEditor();
  const relations = relationsAt(state, competency);
  const outside = [...new Set(relations.map(({ other }) => other))].filter((id) => !state.objects.has(id)).sort();
  const { data: matches = [] } = useQuery({
    queryKey: ['outside', outside],
    enabled: outside.length > 0,
    queryFn: async ({ signal }) => matchesOf(await service.getMany(outside, signal), service, signal),
  });
  const isHere = ({ other }: { readonly other: string }): boolean => state.objects.has(other);
  const groups = [
    { title: t('details.relations'), relations: relations.filter(isHere) },
    { title: t('details.alignments'), relations: relations.filter((one) => !isHere(one)) },
  ];
  return (
    <div className="stack">
      {relations.length === 0 && <p className="quiet small">{t('details.relations-none')}</p>}
      {groups.map(
        (group) =>
          group.relations.length > 0 && (
            <section key={group.title} className="stack" aria-label={group.title}>
              <h2 className="details-heading">{group.title}</h2>
              <ul className="list">
                {group.relations.map((relation) => (
                  <RelationCard
                    key={relation.id}
                    document={document}
                    state={state}
                    relation={relation}
                    isReadOnly={isReadOnly}
                    match={matches.find(({ id }) => id === relation.other) ?? null}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {!isReadOnly && <AddRelation document={document} state={state} competency={competency} />}
    </div>
  );
}

function AddRelation({ document, state, competency }: Omit<RelationsProps, 'isReadOnly'>) {
  const { t } = useWords();
  const sayUndoable = useUndoToast(document);
  const [type, setType] = useState<(typeof RELATION_TYPES)[number]>('requires');
  const [error, setError] = useState<string | undefined>(undefined);

  function add(target: string): void {
    if (type === 'narrows' && state.objects.has(target) && isBelow(state, competency, target)) {
      setError(t('outline.refused-below-itself'));
    } else if (hasRelation(state, competency, target, type)) {
      setError(t('details.relation-known'));
    } else {
      setError(undefined);
      sayUndoable(t('details.relation-added'), document.run({ kind: 'relate', source: competency, target, type }));
    }
  }

  return (
    <section className="card stack" aria-label={t('details.relation-add')}>
      <h2 className="details-heading">{t('details.relation-add')}</h2>
      <Select
        label={t('details.relation-type')}
        choices={RELATION_TYPES.map((id) => ({ id, label: t(`relation.${id}`) }))}
        value={type}
        onChange={(id) => setType(RELATION_TYPES.find((one) => one === id) ?? 'requires')}
      />
      <CompetencyPicker
        label={t('details.relation-to')}
        state={state}
        without={new Set([competency])}
        error={error}
        isEmptied
        onPick={add}
      />
    </section>
  );
}
