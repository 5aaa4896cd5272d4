import type { OutlineState } from '../../outline/state.ts';
import { Button } from '../../ui/button.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Texts } from './figure.ts';
import type { RelationGraph } from './relation-graph.ts';

type ChosenCompetencyProps = {
  readonly graph: RelationGraph;
  readonly state: OutlineState;
  readonly chosen: string | null;
  readonly texts: Texts;
  readonly onOpen: (id: string) => void;
  readonly onAround: (id: string) => void;
};

/** The competency that is chosen in the graph, and the actions on it. */
export function ChosenCompetency({ graph, state, chosen, texts, onOpen, onAround }: ChosenCompetencyProps) {
  const { t, language } = useWords();
  const node = chosen === null ? undefined : graph.nodes.get(chosen);
  const object = chosen === null ? undefined : state.objects.get(chosen);
  const description = object === undefined ? null : textIn(object, 'description', language);
  return (
    <section className="card stack" aria-labelledby="graph-chosen">
      <h2 id="graph-chosen">{node === undefined ? t('graph.chosen') : texts.nameOf(node)}</h2>
      {node === undefined ? (
        <p className="quiet">{t('graph.choose')}</p>
      ) : (
        <>
          {node.isOutside && <p className="tag">{t('graph.elsewhere')}</p>}
          {description !== null && (
            <p>
              <bdi>{description}</bdi>
            </p>
          )}
          <div className="row">
            {object !== undefined && (
              <Button variant="primary" onPress={() => onOpen(node.id)}>
                {t('graph.open')}
              </Button>
            )}
            <Button icon="graph" onPress={() => onAround(node.id)}>
              {t('graph.around')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
