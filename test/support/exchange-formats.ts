import { carriedIn } from '../../functions/asn/import.ts';
import { read as readAsn } from '../../functions/asn/read.ts';
import { serialize } from '../../functions/asn/serialize.ts';
import { fromQuad } from '../../functions/asn/triples.ts';
import { write as writeAsn } from '../../functions/asn/write.ts';
import type { CaseVersion } from '../../functions/case/addresses.ts';
import { resolverOf } from '../../functions/case/echo.ts';
import { carriedIn as carriedInCase } from '../../functions/case/import.ts';
import { parsePackage } from '../../functions/case/parse-package.ts';
import { read as readCase } from '../../functions/case/read.ts';
import { writePackage } from '../../functions/case/write.ts';
import { CARRIES as CARRIED_IN_CTDL_ASN } from '../../functions/ctdl-asn/import.ts';
import { parseGraph } from '../../functions/ctdl-asn/parse-graph.ts';
import { read as readCtdlAsn } from '../../functions/ctdl-asn/read.ts';
import { write as writeCtdlAsn } from '../../functions/ctdl-asn/write.ts';
import type { Framework, Loss } from '../../shared/exchange/frameworks/model.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import { loadBundled } from '../../shared/exchange/json-ld/document-loader.ts';
import { parse } from '../../shared/exchange/rdf/parse.ts';
import type { Syntax } from '../../shared/exchange/rdf/syntaxes.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';

/** An exported document, and the losses against its framework. */
export type Document = { readonly text: string; readonly losses: readonly Loss[] };

/** A format in which the service exports and imports frameworks. */
export type Format = {
  /** Kinds of roots that can be exported. */
  readonly kinds: readonly NodeKind[];
  /** Kinds whose export is the same document after an import elsewhere. */
  readonly lastingKinds: readonly NodeKind[];
  readonly carries: Carries;
  readonly write: (framework: Framework) => Document;
  /** The normalized contents of a document, which are equal for equivalent documents. */
  readonly contents: (text: string) => Json;
  /** @param written the framework that the document was written from: its objects are at this service */
  readonly read: (text: string, written: Framework) => Promise<{ framework: Framework; losses: readonly Loss[] }>;
};

const EVERY_KIND: readonly NodeKind[] = ['framework', 'collection', 'conceptScheme', 'progressionModel'];

/** Every format, by the name that documentation uses. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'CTDL-ASN': {
    kinds: EVERY_KIND,
    lastingKinds: EVERY_KIND,
    carries: CARRIED_IN_CTDL_ASN,
    write(framework) {
      const { context, nodes, losses } = writeCtdlAsn(framework);
      return { text: JSON.stringify({ '@context': context, '@graph': [...nodes] }), losses };
    },
    contents: (text) => text,
    read: async (text) => first(await readCtdlAsn(await parseGraph(text))),
  },
  'ASN (RDF/XML)': asn('rdf-xml'),
  'ASN (Turtle)': asn('turtle'),
  'ASN (N-Triples)': asn('n-triples'),
  'ASN (JSON-LD)': asn('json-ld'),
  'CASE 1.0': caseIn('v1p0'),
  'CASE 1.1': caseIn('v1p1'),
};

function first({ frameworks, losses }: { frameworks: readonly Framework[]; losses: readonly Loss[] }): {
  framework: Framework;
  losses: readonly Loss[];
} {
  const [framework] = frameworks;
  if (framework === undefined) throw new Error('The document has no framework.');
  return { framework, losses };
}

function asn(syntax: Syntax): Format {
  return {
    kinds: ['framework', 'collection'],
    lastingKinds: ['framework', 'collection'],
    carries: carriedIn(syntax, loadBundled),
    write(framework) {
      const losses: Loss[] = [];
      return { text: [...serialize(writeAsn(framework, losses), syntax, losses)].join(''), losses };
    },
    contents: (text) => text,
    read: async (text) => first(await readAsn((await parse(text, syntax, loadBundled)).map(fromQuad))),
  };
}

function caseIn(version: CaseVersion): Format {
  const base = 'https://here.example/api/';
  return {
    kinds: EVERY_KIND,
    // The hierarchy of concepts becomes relations, which have separate identifiers.
    lastingKinds: ['framework', 'collection'],
    carries: carriedInCase(version, base),
    write(framework) {
      const losses: Loss[] = [];
      return { text: [...writePackage(framework, { base, version, losses })].join(''), losses };
    },
    contents: (text) => inOrderOfAddresses(withoutRepetitions(JSON.parse(text))),
    async read(text, written) {
      return first(await readCase(await parsePackage(text), resolverOf(written, version, base)));
    },
  };
}

/** A package without equivalent associations: an import keeps the first, and reports the others as losses. */
function withoutRepetitions(value: Json): Json {
  const associations = isObject(value) ? member(value, 'CFAssociations') : undefined;
  if (!isObject(value) || !Array.isArray(associations)) return value;
  const stated = new Map(associations.toReversed().map((one) => [isObject(one) ? statementIn(one) : '', one]));
  return { ...value, CFAssociations: [...stated.values()] };
}

function statementIn({ associationType, originNodeURI, destinationNodeURI, extensions }: JsonObject): string {
  const ends = [originNodeURI ?? null, destinationNodeURI ?? null].map(addressIn);
  const isSymmetric = associationType === 'isRelatedTo' || associationType === 'exactMatchOf';
  return JSON.stringify([associationType, extensions ?? null, isSymmetric ? ends.toSorted() : ends]);
}

/** A package with sorted parts: their order has no meaning, but definitions are numbered by it. */
function inOrderOfAddresses(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(inOrderOfAddresses);
    const isParts = items.every((item) => isObject(item) && typeof item.uri === 'string');
    return isParts ? items.toSorted((one, other) => (addressIn(one) < addressIn(other) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'hierarchyCode');
  return Object.fromEntries(entries.map(([name, item]) => [name, inOrderOfAddresses(item)]));
}

function addressIn(part: Json): string {
  return isObject(part) ? String(part.uri) : '';
}
