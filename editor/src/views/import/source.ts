import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { Fields, NewItem } from '../../outline/command.ts';
import { readPaste } from '../../outline/paste.ts';
import type { DraftRequest } from '../../service/drafts.ts';
import type { ImportFormat } from '../../service/exchange.ts';
import { readCsv, readSheets, type Sheet, type Table } from '../../tables/read-table.ts';
import { readText } from '../../tables/read-text.ts';
import { guessColumns } from './columns.ts';
import { readObjects } from './read-objects.ts';
import { type Format, isArchive, recognize } from './recognize.ts';
import { isRelationTable, readRelations, type TableRelation } from './relation-table.ts';
import { fieldsOf } from './table-fields.ts';

/** Something to import: a file, pasted text, or the address of a CASE package. */
export type Source =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly file: Blob;
      /** A table of the relations of the competencies in the file. */
      readonly relations?: Blob;
    }
  | { readonly kind: 'address'; readonly name: string; readonly address: string };

/** The description of a framework for a language model to draft. */
export type Description = { readonly kind: 'description'; readonly name: string; readonly request: DraftRequest };

/** The content of a source, read as one format. */
export type Content =
  | { readonly kind: 'document'; readonly format: ImportFormat; readonly document: Blob }
  | { readonly kind: 'objects'; readonly objects: readonly JsonObject[] }
  | ({ readonly kind: 'table' } & TableContent)
  | { readonly kind: 'list'; readonly items: readonly NewItem[] };

/** A table of competencies, with what its workbook or a second file says besides. */
export type TableContent = {
  readonly table: Table;
  readonly relations: readonly TableRelation[];
  /** Members of the framework; null: unknown. */
  readonly framework: Fields | null;
};

/** A table of relations without the competencies that it relates. */
export class RelationsAlone extends Error {
  override readonly name = 'RelationsAlone';
}

const SIGNATURE_BYTES = 4;

/** The format that a file most probably has. @throws NotText */
export async function formatOf({ name, file }: Extract<Source, { kind: 'file' }>): Promise<Format> {
  const start = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer());
  return isArchive(start) ? 'xlsx' : recognize(await readText(file), name);
}

/**
 * Reads a file as one format.
 *
 * @param language tag of the texts of a list
 * @throws UnreadableTable, NotText, NoObjects, RelationsAlone; Problem `malformed-json`
 */
export async function readContent(
  { file, relations }: Pick<Extract<Source, { kind: 'file' }>, 'file' | 'relations'>,
  format: Format,
  language: string,
): Promise<Content> {
  switch (format) {
    case 'xlsx':
      return { kind: 'table', ...workbookContent(await readSheets(file), language) };
    case 'csv': {
      const table = await readCsv(await readText(file));
      if (isRelationTable(table)) throw new RelationsAlone('The table has relations only.');
      const second = relations === undefined ? [] : await readCsv(await readText(relations));
      return { kind: 'table', table, relations: readRelations(second), framework: null };
    }
    case 'text':
      return { kind: 'list', items: readPaste(await readText(file), language) };
    case 'objects':
      return { kind: 'objects', objects: readObjects(await readText(file)) };
    default:
      return {
        kind: 'document',
        format,
        document: new Blob([file], { type: mediaTypeOf(format, await readText(file)) }),
      };
  }
}

/** Tools of CASE have a sheet for the document, one for the items, and one for the associations; others have one sheet. */
function workbookContent(sheets: readonly Sheet[], language: string): TableContent {
  const document = sheets.length === 1 ? undefined : sheets.find(({ name }) => /^cf ?doc/i.test(name));
  const others = sheets.filter((sheet) => sheet !== document && !isRelationTable(sheet.table));
  const items = others.find(({ name }) => /item|competenc/i.test(name)) ?? others[0];
  const relations = sheets.find(({ table }) => isRelationTable(table));
  if (items === undefined && relations !== undefined) throw new RelationsAlone('The workbook has relations only.');
  const [headers = [], row = []] = document?.table ?? [];
  return {
    table: items?.table ?? [],
    relations: readRelations(relations?.table ?? []),
    framework: document === undefined ? null : fieldsOf(row, guessColumns(headers), language),
  };
}

/** The files as sources: a table of relations belongs to the table of competencies that is chosen with it. */
export async function sourcesOf(files: readonly File[]): Promise<readonly Source[]> {
  const read = await Promise.all(files.map(async (file) => ({ file, isRelations: await hasRelations(file) })));
  const tables = read.filter(({ file, isRelations }) => !isRelations && isCsv(file));
  const relations = read.filter(({ isRelations }) => isRelations);
  const owners = new Map(
    relations.flatMap(({ file }) => {
      const owner =
        tables.find((table) => stemOf(table.file) === stemOf(file)) ?? (tables.length === 1 ? tables[0] : undefined);
      return owner === undefined ? [] : [[owner.file, file] as const];
    }),
  );
  const paired = new Set(owners.values());
  return files.flatMap((file): Source[] => {
    if (paired.has(file)) return [];
    const own = owners.get(file);
    return [{ kind: 'file', name: file.name, file, ...(own !== undefined && { relations: own }) }];
  });
}

function isCsv({ name }: File): boolean {
  return /\.(?:csv|tsv)$/i.test(name);
}

/** The first characters of a table have its header. */
const HEADER_BYTES = 10_000;

async function hasRelations(file: File): Promise<boolean> {
  if (!isCsv(file)) return false;
  const [header = ''] = (await file.slice(0, HEADER_BYTES).text()).split(/[\r\n]/);
  return isRelationTable(await readCsv(header));
}

/** The name that two files of one framework share. */
function stemOf({ name }: File): string {
  return name.toLowerCase().replace(/relations?|competenc(?:y|ies)|\.[a-z0-9]+$|[^\p{L}\p{N}]/gu, '');
}

function mediaTypeOf(format: ImportFormat, text: string): string {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (format === 'case') return 'application/json';
  if (format === 'ctdl-asn' || /^[{[]/.test(start)) return 'application/ld+json';
  if (/^<(?:\?|rdf:|!)/i.test(start)) return 'application/rdf+xml';
  return /^(?:@prefix|@base|prefix\s)/im.test(start) ? 'text/turtle' : 'application/n-triples';
}
