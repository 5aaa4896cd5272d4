import { Checkbox } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { kindOf, kindWords } from './kinds.ts';
import { countTypes, type GraphEdge } from './relation-graph.ts';

type KindFilterProps = {
  readonly edges: readonly GraphEdge[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
};

/** A legend of the kinds of relations and their lines, in which each kind can be hidden. */
export function KindFilter({ edges, hidden, onChange }: KindFilterProps) {
  const { t, number } = useWords();
  const counts = [...countTypes(edges)];
  if (counts.length === 0) return null;
  return (
    <fieldset className="graph-kinds">
      <legend className="visually-hidden">{t('graph.kinds')}</legend>
      {counts.map(([type, count]) => (
        <Checkbox
          key={type}
          isSelected={!hidden.has(type)}
          onChange={(isShown) => {
            const next = new Set(hidden);
            if (isShown) next.delete(type);
            else next.add(type);
            onChange(next);
          }}
        >
          <Sample type={type} />
          {kindWords(type, t)} <span className="quiet">{number(count)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Sample({ type }: { readonly type: string }) {
  const { dash, head, isDouble } = kindOf(type);
  return (
    <svg className="graph-sample graph-line" viewBox="0 0 44 14" aria-hidden="true">
      <path
        d={head === 'none' ? 'M2,7 L42,7' : 'M2,7 L33,7'}
        className={isDouble ? 'graph-line-wide' : ''}
        {...(dash !== null && { strokeDasharray: dash })}
      />
      {isDouble && <path d="M2,7 L42,7" className="graph-line-gap" />}
      {head !== 'none' && <polygon points="42,7 31,2 31,12" className={`graph-head-${head}`} />}
    </svg>
  );
}
