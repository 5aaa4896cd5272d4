import type { ExchangeContext } from '../../shared/frameworks/context.ts';
import { importFrameworks } from '../../shared/frameworks/import.ts';
import { importAnswer } from '../../shared/frameworks/import-answer.ts';
import { readImportRequest } from '../../shared/frameworks/import-request.ts';
import type { Carries } from '../../shared/frameworks/plan.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readDocument } from '../../shared/http/document-payload.ts';
import type { DocumentLoader } from '../../shared/json-ld/document-loader.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { parse } from '../../shared/rdf/parse.ts';
import { SYNTAXES, syntaxOfText, syntaxOfType } from '../../shared/rdf/syntaxes.ts';
import { read } from './read.ts';
import { BOTH_WAYS, termFor } from './terms.ts';
import { fromQuad } from './triples.ts';

const CARRIES: Carries = {
  property: (_kind, name) => termFor(name) !== null,
  relation: (type) => type === 'narrows' || type === 'requires' || entryOf(BOTH_WAYS, type) !== undefined,
};

/** POST: saves the framework of an ASN document, and answers its id. */
export async function postFramework(ctx: ExchangeContext, call: Call, documentLoader: DocumentLoader): Promise<Answer> {
  const document = await readDocument(ctx, call, Object.keys(SYNTAXES));
  const request = await readImportRequest(ctx, call, document);
  const syntax = syntaxOfType(document.mediaType) ?? syntaxOfText(document.text);
  const quads = await parse(document.text, syntax, documentLoader);
  const { frameworks, losses } = await read(quads.map(fromQuad));
  const options = { ...request, adapterKey: await ctx.adapterKey('asn'), carries: CARRIES, losses };
  const report = await importFrameworks({ ...ctx, hold: call.hold }, frameworks, options);
  return importAnswer(ctx, call, report, '/api/asn/reports');
}
