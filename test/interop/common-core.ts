import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client, Competency, Framework, Identity, Relation } from './client-types.ts';

/** The file of statements, if available: CASE columns, one statement per row. */
const FILE = fileURLToPath(new URL('../../../shared/data/ccss-ela-items.csv', import.meta.url));

/** A row by its column names. */
export type Statement = Readonly<Record<string, string>>;

/** Rows of the file; null if it does not exist. */
export function readStatements(): readonly Statement[] | null {
  if (!existsSync(FILE)) return null;
  const [header = [], ...rows] = parseCsv(readFileSync(FILE, 'utf8').replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
}

/** Rows and cells of comma-separated values (RFC 4180). */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && row.length === 0 && quoted === undefined && plain === '') break;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

/** Statements as the client library's objects, not saved yet. */
export type CommonCore = {
  readonly framework: Framework;
  /** The competencies by `smartLevel`, the place in the hierarchy, such as `3.6.2.1`. */
  readonly competencies: ReadonlyMap<string, Competency>;
  readonly relations: readonly Relation[];
};

/**
 * Makes a framework of statements: a competency for each, and a relation `narrows` from each to the statement above it.
 *
 * @param server address of the repository, ending in `/api/`
 */
export function toFramework(
  client: Client,
  server: string,
  owner: Identity,
  statements: readonly Statement[],
): CommonCore {
  const { EcAlignment, EcCompetency, EcFramework } = client;
  const framework = new EcFramework();
  framework.generateId(server);
  framework.addOwner(owner.ppk.toPk());
  framework.setName('Common Core English language arts');
  const competencies = new Map<string, Competency>();
  for (const statement of statements) {
    const competency = new EcCompetency();
    competency.generateId(server);
    competency.addOwner(owner.ppk.toPk());
    competency.setName(statement.fullStatement);
    Object.assign(competency, codes(statement));
    competencies.set(statement.smartLevel ?? '', competency);
    framework.addCompetency(competency.id);
  }
  const relations: Relation[] = [];
  for (const [level, competency] of competencies) {
    const above = competencies.get(level.split('.').slice(0, -1).join('.'));
    if (above === undefined) continue;
    const relation = new EcAlignment();
    relation.generateId(server);
    relation.addOwner(owner.ppk.toPk());
    relation.source = competency.shortId();
    relation.target = above.shortId();
    relation.relationType = 'narrows';
    framework.addRelation(relation.id);
    relations.push(relation);
  }
  return { framework, competencies, relations };
}

function codes(statement: Statement): Record<string, string> {
  const notation = statement.humanCodingScheme;
  return {
    'ceasn:listID': statement.smartLevel ?? '',
    'dcterms:educationLevel': statement.educationLevel ?? '',
    ...(notation !== undefined && notation !== '' && { 'ceasn:codedNotation': notation }),
  };
}
