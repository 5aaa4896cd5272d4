import type { Node, NodeProps } from '@xyflow/react';
import { createContext, use } from 'react';
import { useWords } from '../../words/use-words.tsx';
import type { Box } from './figure.ts';
import type { GraphNode } from './relation-graph.ts';

/** A competency as a node of React Flow. */
export type CompetencyNode = Node<{ readonly box: Box }, 'competency'>;

/** What all boxes of a picture depend on. It is not in their nodes, which would all be placed again with each choice. */
export type BoxStates = {
  readonly chosen: string | null;
  readonly found: ReadonlySet<string>;
  /** The box in the tab order. */
  readonly entry: string | null;
  readonly nameOf: (node: GraphNode) => string;
  /** The number of competencies that a relation leads to or comes from. */
  readonly countOf: (id: string) => number;
  readonly onActivate: (id: string) => void;
  readonly onFocus: (box: Box, isByKeyboard: boolean) => void;
};

export const BoxStatesContext = createContext<BoxStates | null>(null);

/** A competency in the graph: a button that chooses it. */
export function CompetencyBox({ data: { box } }: NodeProps<CompetencyNode>) {
  const { t } = useWords();
  const states = use(BoxStatesContext);
  if (states === null) return null;
  const { node } = box;
  const name = states.nameOf(node);
  const words = node.isOutside && node.name !== null ? 'graph.node-outside' : 'graph.node';
  const label = t(words, { name, count: states.countOf(node.id) });
  const classes = [states.found.has(node.id) && 'graph-box-found', node.isOutside && 'graph-box-outside'];
  return (
    <button
      type="button"
      className={['graph-box', ...classes.filter((one) => one !== false)].join(' ')}
      tabIndex={node.id === states.entry ? 0 : -1}
      aria-label={label}
      aria-pressed={node.id === states.chosen}
      title={box.label.isCut ? name : undefined}
      data-node={node.id}
      onClick={() => states.onActivate(node.id)}
      onFocus={({ currentTarget }) => states.onFocus(box, currentTarget.matches(':focus-visible'))}
    >
      <span className="graph-box-text">{name}</span>
    </button>
  );
}
