import type { Config } from '../../shared/base/config/config.ts';
import { CASE_NAMESPACE } from './case-package.ts';
import { OaiError } from './errors.ts';
import type { Item } from './items.ts';

/** The formats of metadata (OAI-PMH 2.0, 3.4). */
export type FormatName = 'oai_dc' | 'rdf' | 'case';

export type Format = {
  readonly prefix: FormatName;
  readonly schema: string;
  readonly namespace: string;
  /** Whether an item has metadata in it. */
  readonly isFor: (item: Pick<Item, 'kind'>) => boolean;
};

const OAI = 'http://www.openarchives.org/OAI/2.0/';

/** The formats of this service: packages are written by the group of CASE, and RDF by the one of objects. */
export function formatsOf({ bases, disabledAdapters }: Pick<Config, 'bases' | 'disabledAdapters'>): readonly Format[] {
  const all: readonly Format[] = [
    { prefix: 'oai_dc', schema: `${OAI}oai_dc.xsd`, namespace: `${OAI}oai_dc/`, isFor: () => true },
    {
      prefix: 'rdf',
      schema: `${OAI}rdf.xsd`,
      namespace: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      isFor: () => true,
    },
    {
      prefix: 'case',
      schema: `${bases[0]}oai/case-package.xsd`,
      namespace: CASE_NAMESPACE,
      isFor: ({ kind }) => kind === 'framework',
    },
  ];
  return all.filter(({ prefix }) => prefix !== 'case' || !disabledAdapters.includes('case'));
}

/** @throws OaiError `cannotDisseminateFormat` */
export function formatOf(config: Pick<Config, 'bases' | 'disabledAdapters'>, prefix: string | undefined): Format {
  const format = formatsOf(config).find((one) => one.prefix === prefix);
  if (format === undefined) throw new OaiError('cannotDisseminateFormat', 'ListMetadataFormats has the formats.');
  return format;
}
