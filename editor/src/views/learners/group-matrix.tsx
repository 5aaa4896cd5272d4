import { useCallback, useMemo, useState } from 'react';
import { saveFile } from '../../app/save-file.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { type Cell, cellsBetween, matrixRows, matrixTable } from '../../learners/matrix.ts';
import { NOTATION } from '../../outline/numbering.ts';
import type { OutlineState } from '../../outline/state.ts';
import { writeCsv } from '../../tables/write-table.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import { cellKey } from './matrix-line.tsx';
import { RecordDialog, type RecordTarget } from './record-dialog.tsx';
import type { Learner } from './use-learners.ts';
import { useMatrix } from './use-matrix.ts';

type Props = { readonly state: OutlineState; readonly learners: readonly Learner[] };

const FIRST: Cell = { row: 0, column: 0 };

/** The matrix of a group with what can be done with the chosen cells. */
export function GroupMatrix({ state, learners }: Props) {
  const { t, language } = useWords();
  const faultMessage = useFaultMessage();
  const { standing, error } = useMatrix(state.frameworkId, learners);
  const [branch, setBranch] = useState<string | null>(null);
  const [at, setAt] = useState<Cell>(FIRST);
  const [anchor, setAnchor] = useState<Cell>(FIRST);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [targets, setTargets] = useState<readonly RecordTarget[] | null>(null);
  const rows = useMemo(() => matrixRows(state.tree, branch), [state.tree, branch]);
  const focused = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, learners.length - 1) };

  const nameOf = useCallback(
    (id: string): string => {
      const object = state.objects.get(id) ?? {};
      const [notation, name] = [textIn(object, NOTATION, ''), textIn(object, 'name', language)];
      return [notation, name || t('outline.unnamed')].filter((part) => part !== null).join(' ');
    },
    [state, language, t],
  );
  const keyOf = ({ row, column }: Cell): string => cellKey(rows[row]?.id ?? '', learners[column]?.id ?? '');
  const targetOf = (cell: Cell): readonly RecordTarget[] => {
    const [competency, learner] = [rows[cell.row]?.id, learners[cell.column]];
    return competency === undefined || learner === undefined ? [] : [{ competency, learner }];
  };

  function focus(cell: Cell, extend: boolean): void {
    setAt(cell);
    if (extend) setChosen(new Set(cellsBetween(anchor, cell).map(keyOf)));
    else setAnchor(cell);
  }

  function toggle(cell: Cell): void {
    const key = keyOf(cell);
    setChosen((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  }

  function open(): void {
    if (chosen.size === 0) {
      setTargets(targetOf(focused));
      return;
    }
    const all = cellsBetween(FIRST, { row: rows.length - 1, column: learners.length - 1 });
    setTargets(all.filter((cell) => chosen.has(keyOf(cell))).flatMap(targetOf));
  }

  async function download(): Promise<void> {
    const competencies = rows.map(({ id }) => ({
      id,
      name: textIn(state.objects.get(id) ?? {}, 'name', language) ?? id,
    }));
    saveFile('group.csv', await writeCsv(matrixTable(competencies, learners, standing)));
  }

  const [competency, learner] = [rows[focused.row]?.id, learners[focused.column]];
  const now = competency === undefined || learner === undefined ? null : standing(competency, learner.id);
  const branches = [...new Set(state.tree.roots.flatMap((id) => [id, ...(state.tree.children.get(id) ?? [])]))];
  return (
    <>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      <div className="row competency-filters">
        <Select
          label={t('group.branch')}
          choices={[
            { id: '', label: t('learners.show-all') },
            ...branches.filter((id) => state.tree.children.has(id)).map((id) => ({ id, label: nameOf(id) })),
          ]}
          value={branch ?? ''}
          onChange={(id) => {
            setBranch(id === '' || id === null ? null : String(id));
            setChosen(new Set());
            setAt(FIRST);
            setAnchor(FIRST);
          }}
        />
        <Button icon="download" onPress={() => void download()}>
          {t('group.download')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="quiet">{t('learners.show-none')}</p>
      ) : (
        <>
          <MatrixGrid
            label={t('group.title')}
            rows={rows}
            learners={learners}
            nameOf={nameOf}
            standingOfCell={standing}
            focused={focused}
            chosen={chosen}
            onFocus={focus}
            onToggle={toggle}
            onClear={() => setChosen(new Set())}
            onOpen={open}
          />
          <div className="row matrix-bar">
            <p className="matrix-now">
              <bdi>{learner?.name}</bdi>
              {' · '}
              <bdi>{competency === undefined ? '' : nameOf(competency)}</bdi>
              {' · '}
              {t(now === null ? 'group.unknown' : `learners.${now}`)}
            </p>
            <Button variant="primary" icon="edit" onPress={open}>
              {chosen.size === 0 ? t('learners.record-this') : t('learners.record-several', { count: chosen.size })}
            </Button>
            <Button onPress={() => toggle(focused)}>
              {t(chosen.has(keyOf(focused)) ? 'group.unchoose' : 'group.choose')}
            </Button>
          </div>
          <p className="quiet small">{t('group.keys')}</p>
        </>
      )}
      {targets !== null && (
        <RecordDialog
          targets={targets}
          state={state}
          onClose={() => {
            setTargets(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}
