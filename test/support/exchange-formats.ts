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
import type { Framework, Loss } from '../../shared/frameworks/model.ts';
import type { Carries } from '../../shared/frameworks/plan.ts';
import { loadBundled } from '../../shared/json-ld/document-loader.ts';
import { parse } from '../../shared/rdf/parse.ts';
import type { Syntax } from '../../shared/rdf/syntaxes.ts';

/** A document, and what it lacks of the framework that it was written from. */
export type Document = { readonly text: string; readonly losses: readonly Loss[] };

/** A format that frameworks are exported to and imported from, as the service does it. */
export type Format = {
  readonly carries: Carries;
  readonly write: (framework: Framework) => Document;
  /** @param written the framework that the document was written from: its objects are at this service */
  readonly read: (text: string, written: Framework) => Promise<{ framework: Framework; losses: readonly Loss[] }>;
};

/** Every format, by the name that documentation uses. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'CTDL-ASN': {
    carries: CARRIED_IN_CTDL_ASN,
    write(framework) {
      const { context, nodes, losses } = writeCtdlAsn(framework);
      return { text: JSON.stringify({ '@context': context, '@graph': [...nodes] }), losses };
    },
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
    carries: carriedIn(syntax, loadBundled),
    write(framework) {
      const losses: Loss[] = [];
      return { text: [...serialize(writeAsn(framework, losses), syntax, losses)].join(''), losses };
    },
    read: async (text) => first(await readAsn((await parse(text, syntax, loadBundled)).map(fromQuad))),
  };
}

function caseIn(version: CaseVersion): Format {
  const base = 'https://here.example/api/';
  return {
    carries: carriedInCase(version, base),
    write(framework) {
      const losses: Loss[] = [];
      return { text: [...writePackage(framework, { base, version, losses })].join(''), losses };
    },
    async read(text, written) {
      return first(await readCase(await parsePackage(text), resolverOf(written, version, base)));
    },
  };
}
