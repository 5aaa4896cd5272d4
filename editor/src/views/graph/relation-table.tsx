import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Texts } from './figure.ts';
import type { RelationGraph } from './relation-graph.ts';

type RelationTableProps = {
  readonly graph: RelationGraph;
  readonly chosen: string | null;
  readonly texts: Texts;
  readonly onChoose: (id: string) => void;
};

const PAGE = 100;

/** The relations of the graph as sentences, those of the chosen competency first. */
export function RelationTable({ graph, chosen, texts, onChoose }: RelationTableProps) {
  const { t } = useWords();
  const [limit, setLimit] = useState(PAGE);
  const isChosen = ({ source, target }: { readonly source: string; readonly target: string }): boolean =>
    source === chosen || target === chosen;
  const edges = [...graph.edges.filter(isChosen), ...graph.edges.filter((edge) => !isChosen(edge))];
  if (edges.length === 0) return null;

  const end = (id: string) => {
    const node = graph.nodes.get(id);
    return (
      <button type="button" className="graph-end" onClick={() => onChoose(id)}>
        {node === undefined ? id : texts.nameOf(node)}
      </button>
    );
  };
  return (
    <div>
      <h2 id="graph-table">{t('graph.table')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <section className="table-scroll graph-table" tabIndex={0} aria-labelledby="graph-table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('graph.table-from')}</th>
              <th scope="col">{t('graph.table-kind')}</th>
              <th scope="col">{t('graph.table-to')}</th>
            </tr>
          </thead>
          <tbody>
            {edges.slice(0, limit).map((edge) => (
              <tr key={edge.id} data-selected={isChosen(edge) || undefined}>
                <td>{end(edge.source)}</td>
                <td>{texts.words(edge.type)}</td>
                <td>{end(edge.target)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {edges.length > limit && <Button onPress={() => setLimit(limit + PAGE)}>{t('graph.more')}</Button>}
    </div>
  );
}
