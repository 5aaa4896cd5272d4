/** A learner or a competency, with the names that a table may use for it. */
export type Named = { readonly id: string; readonly names: readonly string[] };

/** A mark for a learner in a competency. */
export type Mark = { readonly learner: string; readonly competency: string; readonly isPositive: boolean };

/** The marks in a table, and the names and marks that were not recognized. */
export type Marks = {
  readonly marks: readonly Mark[];
  /** As written in the table. */
  readonly unknownLearners: readonly string[];
  readonly unknownCompetencies: readonly string[];
  readonly unknownMarks: readonly string[];
};

const POSITIVE = new Set([
  '+',
  'x',
  '✓',
  '✔',
  '1',
  'y',
  'yes',
  'true',
  'pass',
  'passed',
  'achieved',
  'ja',
  'sí',
  'oui',
  'نعم',
]);
const NEGATIVE = new Set(['-', '–', '−', '0', 'n', 'no', 'false', 'fail', 'failed', 'not yet', 'nein', 'non', 'لا']);

/**
 * Reads a table with competencies in the first row, learners in the first column, and marks in the other cells; blank ones say nothing.
 * Names are compared without regard to case; an ambiguous name is unknown.
 */
export function readMarks(
  table: readonly (readonly string[])[],
  learners: readonly Named[],
  competencies: readonly Named[],
): Marks {
  const [head = [], ...rows] = table;
  const [learnerIds, competencyIds] = [index(learners), index(competencies)];
  const unknown = { learners: new Set<string>(), competencies: new Set<string>(), marks: new Set<string>() };
  const marks = new Map<string, Mark>();
  const columns = head.map((text, column) => {
    const id = competencyIds.get(normal(text)) ?? null;
    if (column > 0 && id === null && text.trim() !== '') unknown.competencies.add(text.trim());
    return id;
  });
  for (const [name = '', ...cells] of rows) {
    if (name.trim() === '') continue;
    const learner = learnerIds.get(normal(name)) ?? null;
    if (learner === null) unknown.learners.add(name.trim());
    for (const [i, cell] of cells.entries()) {
      const isPositive = readMark(cell);
      if (isPositive === 'unknown') unknown.marks.add(cell.trim());
      const competency = columns[i + 1] ?? null;
      if (learner === null || competency === null || typeof isPositive !== 'boolean') continue;
      marks.set(`${learner} ${competency}`, { learner, competency, isPositive });
    }
  }
  return {
    marks: [...marks.values()],
    unknownLearners: [...unknown.learners],
    unknownCompetencies: [...unknown.competencies],
    unknownMarks: [...unknown.marks],
  };
}

function readMark(cell: string): boolean | 'unknown' | null {
  const text = normal(cell);
  if (text === '') return null;
  if (POSITIVE.has(text)) return true;
  return NEGATIVE.has(text) ? false : 'unknown';
}

function normal(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** An index by name; null for an ambiguous name. */
function index(things: readonly Named[]): ReadonlyMap<string, string | null> {
  const ids = new Map<string, string | null>();
  for (const { id, names } of things) {
    for (const name of new Set(names.map(normal))) ids.set(name, ids.has(name) && ids.get(name) !== id ? null : id);
  }
  return ids;
}
