import type { Loaded } from '../../outline/load.ts';
import type { ExportFormat, Loss } from '../../service/exchange.ts';
import type { Service } from '../../service/service.ts';
import { writeCsv, writeWorkbook } from '../../tables/write-table.ts';
import { convert, isPrivate } from './convert.ts';
import { tableRows } from './table-rows.ts';

/** The formats in which a framework can be downloaded. */
export const EXPORTS = [
  ...(['ctdl-asn', 'case-1.1', 'case-1.0', 'asn-rdf-xml', 'asn-turtle', 'asn-n-triples', 'asn-json-ld'] as const),
  ...(['objects', 'csv', 'xlsx'] as const),
] as const;

export type ExportChoice = (typeof EXPORTS)[number];

const ENDINGS: Readonly<Record<ExportChoice, string>> = {
  'ctdl-asn': 'ctdlasn.json',
  'case-1.1': 'case.json',
  'case-1.0': 'case.json',
  'asn-rdf-xml': 'rdf',
  'asn-turtle': 'ttl',
  'asn-n-triples': 'nt',
  'asn-json-ld': 'asn.json',
  objects: 'json',
  csv: 'csv',
  xlsx: 'xlsx',
};

const MAX_NAME_CHARACTERS = 80;

/**
 * The file of a framework in one format. A private one is converted in the browser.
 *
 * @param about name of the framework, and the language of texts that name none
 * @throws ServiceError
 */
export async function exportFile(
  service: Pick<Service, 'base' | 'exportFramework'>,
  choice: ExportChoice,
  loaded: Loaded,
  about: { readonly name: string; readonly language: string },
): Promise<{ readonly name: string; readonly content: Blob }> {
  const { state, stored } = loaded;
  const stem = about.name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_NAME_CHARACTERS);
  const name = `${stem || 'framework'}.${ENDINGS[choice]}`;
  if (choice === 'csv') return { name, content: await writeCsv(tableRows(state, about.language)) };
  if (choice === 'xlsx') return { name, content: await writeWorkbook(tableRows(state, about.language)) };
  if (choice === 'objects') {
    const objects = [...stored.values()].map((object) => JSON.stringify(object));
    return { name, content: new Blob([`[\n${objects.join(',\n')}\n]\n`], { type: 'application/json' }) };
  }
  if (isPrivate(loaded)) return { name, content: (await convert(choice, loaded, service.base)).content };
  return { name, content: await service.exportFramework(choice, state.frameworkId) };
}

/** What a format has no place for. @throws ServiceError */
export async function lossesOf(
  service: Pick<Service, 'base' | 'exportLosses'>,
  format: ExportFormat,
  loaded: Loaded,
  signal: AbortSignal,
): Promise<readonly Loss[]> {
  if (isPrivate(loaded)) return (await convert(format, loaded, service.base)).losses;
  return service.exportLosses(format, loaded.state.frameworkId, signal);
}
