import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Alignment, AlignmentKind, Side } from './alignments.ts';
import { alignmentWords, kindId, kindNamed, kindsWith } from './kinds.ts';
import type { Names } from './use-names.ts';

type AlignmentListProps = {
  readonly alignments: readonly Alignment[];
  readonly names: Names;
  readonly writable: readonly Side[];
  readonly onReveal: (alignment: Alignment) => void;
  readonly onChange: (alignment: Alignment, kind: AlignmentKind) => void;
  readonly onRemove: (alignment: Alignment) => void;
};

const PAGE = 100;

/** The alignments as sentences, in which the relation can be changed. */
export function AlignmentList({ alignments, names, writable, onReveal, onChange, onRemove }: AlignmentListProps) {
  const { t } = useWords();
  const [limit, setLimit] = useState(PAGE);
  return (
    <div className="stack">
      <h2 id="crosswalk-alignments">
        {t('crosswalk.alignments')} <span className="quiet">{alignments.length}</span>
      </h2>
      {alignments.length === 0 ? (
        <p className="quiet">{t('crosswalk.no-alignments')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
        <section className="table-scroll" tabIndex={0} aria-labelledby="crosswalk-alignments">
          <table className="table crosswalk-table">
            <thead>
              <tr>
                <th scope="col">{names.framework.first}</th>
                <th scope="col">{t('crosswalk.kind')}</th>
                <th scope="col">{names.framework.second}</th>
                <th scope="col">{t('crosswalk.stored-in')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('common.delete')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {alignments.slice(0, limit).map((alignment) => (
                <Line
                  key={alignment.key}
                  alignment={alignment}
                  names={names}
                  writable={writable}
                  onReveal={onReveal}
                  onChange={onChange}
                  onRemove={onRemove}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {alignments.length > limit && <Button onPress={() => setLimit(limit + PAGE)}>{t('crosswalk.more')}</Button>}
    </div>
  );
}

function Line(props: Omit<AlignmentListProps, 'alignments'> & { readonly alignment: Alignment }) {
  const { alignment, names, writable, onReveal, onChange, onRemove } = props;
  const { t } = useWords();
  const first = names.competency.first(alignment.first);
  const second = names.competency.second(alignment.second);
  const relation = alignmentWords(alignment.kind, t);
  const canChange = alignment.stored.every(({ side }) => writable.includes(side));
  const end = (name: string) => (
    <button type="button" className="graph-end" onClick={() => onReveal(alignment)}>
      {name}
    </button>
  );
  return (
    <tr>
      <td>{end(first)}</td>
      <td>
        {canChange ? (
          <select
            className="input"
            aria-label={t('crosswalk.kind-of', { first, second })}
            value={kindId(alignment.kind)}
            onChange={({ target }) => {
              const kind = kindNamed(target.value, alignment.kind);
              if (kind !== null) onChange(alignment, kind);
            }}
          >
            {kindsWith(alignment.kind).map((kind) => (
              <option key={kindId(kind)} value={kindId(kind)}>
                {alignmentWords(kind, t)}
              </option>
            ))}
          </select>
        ) : (
          relation
        )}
      </td>
      <td>{end(second)}</td>
      <td>{alignment.stored.map(({ side }) => names.framework[side]).join(', ')}</td>
      <td>
        {canChange && (
          <IconButton
            icon="delete"
            label={t('crosswalk.remove', { first, relation, second })}
            onPress={() => onRemove(alignment)}
          />
        )}
      </td>
    </tr>
  );
}
