import { useEffect, useMemo, useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ChosenCompetency } from './chosen-competency.tsx';
import type { Texts } from './figure.ts';
import { GraphPicture } from './graph-picture.tsx';
import { GraphTools } from './graph-tools.tsx';
import { KindFilter } from './kind-filter.tsx';
import { kindWords } from './kinds.ts';
import { MAX_NODES, neighbourhood } from './neighbourhood.ts';
import { findNodes, partOf, type RelationGraph } from './relation-graph.ts';
import { RelationTable } from './relation-table.tsx';
import { useFigure } from './use-figure.ts';
import { useZoom } from './use-zoom.ts';

type GraphPageProps = {
  readonly graph: RelationGraph;
  readonly state: OutlineState;
  readonly title: string;
  readonly chosen: string | null;
  /** Show this many steps around the chosen competency; null: the whole framework. */
  readonly steps: number | null;
  readonly onShow: (chosen: string | null, steps: number | null) => void;
};

/** The graph with its tools, and beside it the chosen competency and the table of relations. */
export function GraphPage({ graph, state, title, chosen, steps, onShow }: GraphPageProps) {
  const { t } = useWords();
  const { announce } = useEditor();
  const { direction } = useLocale();
  const [, navigate] = useLocation();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const texts = useTexts();
  const shown = useShown(graph, chosen ?? firstOf(state), steps, hidden);
  const { status, figure } = useFigure(shown.graph, texts, direction === 'rtl');
  const zoom = useZoom(figure, chosen);
  const found = useMemo(() => findNodes(shown.graph, words), [shown.graph, words]);

  useEffect(() => {
    if (words.trim() !== '') announce(t('graph.found', { count: found.length }));
  }, [words, found, announce, t]);

  const choose = (id: string): void => {
    onShow(id, steps);
    const box = figure?.boxes.find(({ node }) => node.id === id);
    if (box !== undefined) zoom.reveal(box.x, box.y);
  };
  const open = (id: string): void => {
    navigate(`${frameworkPath(state.frameworkId)}?${new URLSearchParams({ competency: id })}`);
  };
  const activate = (id: string): void => {
    if (id === chosen && state.objects.has(id)) open(id);
    else choose(id);
  };
  const goToNext = (): void => {
    const next = found[(found.indexOf(chosen ?? '') + 1) % Math.max(1, found.length)];
    if (next === undefined) return;
    onShow(next, steps);
    const box = figure?.boxes.find(({ node }) => node.id === next);
    if (box !== undefined) zoom.centre(box.x, box.y);
  };
  return (
    <>
      <GraphTools
        figure={figure}
        title={title}
        zoom={zoom}
        words={words}
        found={found}
        steps={shown.steps}
        onWords={setWords}
        onNext={goToNext}
        onSteps={(next) => onShow(next === null ? chosen : shown.centre, next)}
      />
      <KindFilter edges={shown.edges} hidden={hidden} onChange={setHidden} />
      {shown.isTooLarge && <Banner>{t('graph.too-many', { count: graph.nodes.size })}</Banner>}
      {shown.isCut && <Banner>{t('graph.cut', { limit: MAX_NODES })}</Banner>}
      {graph.edges.length === 0 && <Banner>{t('graph.no-relations')}</Banner>}
      <div className="graph-body">
        <div className="graph-frame">
          {status === 'placing' && (
            <p className="graph-note" role="status">
              {t('graph.placing')}
            </p>
          )}
          {status === 'failed' && <Banner kind="danger">{t('graph.failed')}</Banner>}
          {figure !== null && (
            <GraphPicture
              figure={figure}
              zoom={zoom}
              chosen={chosen}
              found={new Set(found)}
              nameOf={texts.nameOf}
              onActivate={activate}
            />
          )}
        </div>
        <div className="graph-side">
          <ChosenCompetency
            graph={graph}
            state={state}
            chosen={chosen}
            texts={texts}
            onOpen={open}
            onAround={(id) => onShow(id, shown.steps ?? 1)}
          />
          <RelationTable graph={shown.graph} chosen={chosen} texts={texts} onChoose={choose} />
        </div>
      </div>
      <p className="quiet small">{t('graph.keys')}</p>
    </>
  );
}

function useTexts(): Texts {
  const { t } = useWords();
  return useMemo(
    () => ({
      nameOf: ({ name, notation, isOutside }) => {
        const text = name ?? t(isOutside ? 'graph.elsewhere' : 'graph.unnamed');
        return notation === null ? text : `${notation} ${text}`;
      },
      words: (type) => kindWords(type, t),
    }),
    [t],
  );
}

/** The competency to start at: the first one at the top with others below it. */
function firstOf({ tree }: OutlineState): string | null {
  return tree.roots.find((id) => tree.children.has(id)) ?? tree.roots[0] ?? null;
}

/** The visible part of the graph: all of it, or the surroundings of a competency if the whole would be too large. */
function useShown(graph: RelationGraph, start: string | null, steps: number | null, hidden: ReadonlySet<string>) {
  const isTooLarge = steps === null && graph.nodes.size > MAX_NODES;
  const around = isTooLarge ? 1 : steps;
  const centre = start ?? [...graph.nodes.keys()][0] ?? null;
  const centreOfShown = around === null ? null : centre;
  return useMemo(() => {
    const near =
      around === null || centreOfShown === null
        ? { ids: new Set(graph.nodes.keys()), isCut: false }
        : neighbourhood(graph.edges, centreOfShown, around);
    const { edges } = partOf(graph, near.ids, new Set());
    return {
      graph: partOf(graph, near.ids, hidden),
      /** Includes the hidden edges. */
      edges,
      isCut: near.isCut,
      isTooLarge,
      steps: around,
      centre,
    };
  }, [graph, around, centreOfShown, centre, hidden, isTooLarge]);
}
