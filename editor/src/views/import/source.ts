import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { NewItem } from '../../outline/command.ts';
import { readPaste } from '../../outline/paste.ts';
import type { DraftRequest } from '../../service/drafts.ts';
import type { ImportFormat } from '../../service/exchange.ts';
import { readCsv, readWorkbook, type Table } from '../../tables/read-table.ts';
import { readText } from '../../tables/read-text.ts';
import { readObjects } from './read-objects.ts';
import { type Format, isArchive, recognize } from './recognize.ts';

/** Something to import: a file, pasted text, or the address of a CASE package. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
  | { readonly kind: 'address'; readonly name: string; readonly address: string };

/** The description of a framework for a language model to draft. */
export type Description = { readonly kind: 'description'; readonly name: string; readonly request: DraftRequest };

/** The content of a source, read as one format. */
export type Content =
  | { readonly kind: 'document'; readonly format: ImportFormat; readonly document: Blob }
  | { readonly kind: 'objects'; readonly objects: readonly JsonObject[] }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'list'; readonly items: readonly NewItem[] };

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
 * @throws UnreadableTable, NotText, NoObjects; Problem `malformed-json`
 */
export async function readContent(file: Blob, format: Format, language: string): Promise<Content> {
  switch (format) {
    case 'xlsx':
      return { kind: 'table', table: await readWorkbook(file) };
    case 'csv':
      return { kind: 'table', table: await readCsv(await readText(file)) };
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

function mediaTypeOf(format: ImportFormat, text: string): string {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (format === 'case') return 'application/json';
  if (format === 'ctdl-asn' || /^[{[]/.test(start)) return 'application/ld+json';
  if (/^<(?:\?|rdf:|!)/i.test(start)) return 'application/rdf+xml';
  return /^(?:@prefix|@base|prefix\s)/im.test(start) ? 'text/turtle' : 'application/n-triples';
}
