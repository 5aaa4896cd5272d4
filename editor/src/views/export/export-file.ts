import type { Loaded } from '../../outline/load.ts';
import type { Service } from '../../service/service.ts';
import { writeCsv, writeWorkbook } from '../../tables/write-table.ts';
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
 * The file of a framework in one format.
 *
 * @param about name of the framework, and the language of texts that name none
 * @throws ServiceError
 */
export async function exportFile(
  service: Pick<Service, 'exportFramework'>,
  choice: ExportChoice,
  { state, stored }: Loaded,
  about: { readonly name: string; readonly language: string },
): Promise<{ readonly name: string; readonly content: Blob }> {
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
  return { name, content: await service.exportFramework(choice, state.frameworkId) };
}
