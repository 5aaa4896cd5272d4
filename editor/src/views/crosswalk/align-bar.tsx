import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type AlignmentKind, SIDES, type Side } from './alignments.ts';
import { alignmentWords, kindId, kindNamed, kindsWith } from './kinds.ts';
import type { Names } from './use-names.ts';

type AlignBarProps = {
  /** The competencies of each side that are to be aligned. */
  readonly chosen: Readonly<Record<Side, readonly string[]>>;
  readonly names: Names;
  readonly kind: AlignmentKind;
  readonly onKind: (kind: AlignmentKind) => void;
  readonly storeIn: Side;
  /** The frameworks that the person may change. */
  readonly writable: readonly Side[];
  readonly onStoreIn: (side: Side) => void;
  readonly onAlign: () => void;
};

/** The alignment to create: the chosen competencies of both sides, the relation, and the framework that stores it. */
export function AlignBar(props: AlignBarProps) {
  const { chosen, names, kind, onKind, storeIn, writable, onStoreIn, onAlign } = props;
  const { t } = useWords();
  return (
    <section className="card crosswalk-bar" aria-label={t('crosswalk.new')}>
      <Chosen side="first" chosen={chosen} names={names} />
      <Select
        label={t('crosswalk.kind')}
        value={kindId(kind)}
        onChange={(id) => onKind(kindNamed(id, kind) ?? kind)}
        choices={kindsWith(kind).map((one) => ({ id: kindId(one), label: alignmentWords(one, t) }))}
      />
      <Chosen side="second" chosen={chosen} names={names} />
      <Select
        label={t('crosswalk.store')}
        value={storeIn}
        onChange={(id) => onStoreIn(SIDES.find((side) => side === id) ?? storeIn)}
        choices={writable.map((side) => ({ id: side, label: names.framework[side] }))}
      />
      <Button
        variant="primary"
        icon="link"
        isDisabled={chosen.first.length === 0 || chosen.second.length === 0}
        onPress={onAlign}
      >
        {t('crosswalk.align')}
      </Button>
    </section>
  );
}

/** What is chosen on both sides, for those who may not align it. */
export function ChosenPair({ chosen, names }: Pick<AlignBarProps, 'chosen' | 'names'>) {
  return (
    <div className="card crosswalk-pair">
      <Chosen side="first" chosen={chosen} names={names} />
      <Chosen side="second" chosen={chosen} names={names} />
    </div>
  );
}

/** Whole statements, which the rows of the outlines have no room for. */
function Chosen({ side, chosen, names }: Pick<AlignBarProps, 'chosen' | 'names'> & { readonly side: Side }) {
  const { t } = useWords();
  const [id, ...others] = chosen[side];
  if (id === undefined) {
    return (
      <p className="crosswalk-chosen quiet">{t('crosswalk.nothing-chosen', { framework: names.framework[side] })}</p>
    );
  }
  const description = names.description[side](id);
  return (
    <div className="crosswalk-chosen">
      <p className="crosswalk-statement">{names.competency[side](id)}</p>
      {others.length > 0 && <p>{t('crosswalk.more-chosen', { count: others.length })}</p>}
      {others.length === 0 && description !== null && <p className="quiet small">{description}</p>}
    </div>
  );
}
