import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath, type ViewProps } from '../../app/paths.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { idOf } from '../../outline/draft.ts';
import { frameworkOf } from '../../outline/state.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { OpenedFramework } from '../outline/opened-framework.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { GraphPage } from './graph-page.tsx';
import { outsideIds, relationGraph } from './relation-graph.ts';
import './graph.css';
import './lines.css';

/** The relations of a framework as a graph and as a table. `competency` and `steps` (1 to 3, or `whole`) are in its address. */
export function GraphView({ params: { id = '' } }: ViewProps) {
  return <OpenedFramework id={id}>{(document) => <OpenGraph document={document} />}</OpenedFramework>;
}

function OpenGraph({ document }: { readonly document: FrameworkDocument }) {
  const { t, language } = useWords();
  const { state } = useSnapshot(document);
  const [address, setAddress] = useSearchParams();
  const outside = useOutside(outsideIds(state));
  const graph = useMemo(() => relationGraph(state, outside, language), [state, outside, language]);
  const name = textIn(frameworkOf(state), 'name', language) ?? t('graph.unnamed');
  const title = t('graph.title-of', { framework: name });
  usePageTitle(title);

  return (
    <div className="graph-view">
      <div className="page-head">
        <h1>{title}</h1>
        <LinkButton href={frameworkPath(document.frameworkId)} icon="framework">
          {t('graph.to-outline')}
        </LinkButton>
      </div>
      {graph.nodes.size === 0 ? (
        <EmptyState icon="graph" title={t('graph.empty-title')}>
          {t('graph.empty')}
        </EmptyState>
      ) : (
        <ReactFlowProvider>
          <GraphPage
            graph={graph}
            title={title}
            state={state}
            chosen={known(graph.nodes, address.get('competency'))}
            steps={stepsOf(address.get('steps'), graph.nodes.size)}
            onShow={(competency, shown) => {
              const around = competency === null ? {} : { competency };
              setAddress({ ...around, steps: shown === null ? WHOLE : String(shown) }, { replace: true });
            }}
          />
        </ReactFlowProvider>
      )}
    </div>
  );
}

/** The value of `steps` for the whole framework. */
const WHOLE = 'whole';

/** Larger frameworks are shown as a whole only on request: layers with more than a screen of competencies are far from one another. */
const MAX_WHOLE = 120;

const DEFAULT_STEPS = 2;

/** The number of steps around the chosen competency; null: the whole framework. */
function stepsOf(text: string | null, nodes: number): number | null {
  if (text === '1' || text === '2' || text === '3') return Number(text);
  return text !== WHOLE && nodes > MAX_WHOLE ? DEFAULT_STEPS : null;
}

function known(nodes: ReadonlyMap<string, unknown>, id: string | null): string | null {
  return id !== null && nodes.has(id) ? id : null;
}

const NOTHING: ReadonlyMap<string, JsonObject> = new Map();

/** Competencies of other frameworks, by short id, as far as they can be read. */
function useOutside(ids: readonly string[]): ReadonlyMap<string, JsonObject> {
  const { service } = useEditor();
  const { data = NOTHING } = useQuery({
    queryKey: ['objects', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const objects = await service.getMany(ids, signal);
      return new Map(objects.map((object) => [idOf(object), object]));
    },
  });
  return data;
}
