import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { adapterKeyOf } from '../../shared/exchange/frameworks/adapter-keys.ts';
import { importFrameworks } from '../../shared/exchange/frameworks/import.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import type { DocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { parse } from '../../shared/exchange/rdf/parse.ts';
import { SYNTAXES, type Syntax, syntaxOfText, syntaxOfType } from '../../shared/exchange/rdf/syntaxes.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readDocument } from '../../shared/http/document-payload.ts';
import { importAnswer } from '../../shared/http/exchange/import-answer.ts';
import { readImportRequest } from '../../shared/http/exchange/import-request.ts';
import type { Context } from '../../shared/repository/context.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { asnEndpoints } from './endpoints.ts';
import { read } from './read.ts';
import { serialize } from './serialize.ts';
import { BOTH_WAYS, termFor } from './terms.ts';
import { fromQuad, type Triple } from './triples.ts';
import { write } from './write.ts';

/** The parts of a framework that ASN can express in a syntax. */
export function carriedIn(syntax: Syntax, documentLoader: DocumentLoader): Carries {
  return {
    property: (_kind, name) => termFor(name) !== null,
    relation: (type) => type === 'narrows' || type === 'requires' || entryOf(BOTH_WAYS, type) !== undefined,
    async echo(framework) {
      const triples: Triple[] = [];
      for await (const triple of inSlices(write(framework, []))) triples.push(triple);
      // Not every name and character can be written in XML.
      const quads =
        syntax === 'rdf-xml' ? await parse([...serialize(triples, syntax)].join(''), syntax, documentLoader) : null;
      return (await read(quads?.map(fromQuad) ?? triples)).frameworks[0] ?? null;
    },
  };
}

/** POST: saves the framework of an ASN document, and returns its id. */
export async function postFramework(ctx: Context, call: Call, documentLoader: DocumentLoader): Promise<Answer> {
  const document = await readDocument(ctx, call, Object.keys(SYNTAXES));
  const request = await readImportRequest(ctx, call, document);
  const syntax = syntaxOfType(document.mediaType) ?? syntaxOfText(document.text);
  const quads = await parse(document.text, syntax, documentLoader);
  const { frameworks, losses } = await read(quads.map(fromQuad));
  const options = {
    ...request,
    adapterKey: await adapterKeyOf(ctx, 'asn'),
    carries: carriedIn(syntax, documentLoader),
    losses,
  };
  const report = await importFrameworks({ ...ctx, hold: call.hold }, frameworks, options);
  return importAnswer(ctx, call, report, asnEndpoints.asnImportReport);
}
