import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { adapterKeyOf } from '../../shared/exchange/frameworks/adapter-keys.ts';
import { importFrameworks } from '../../shared/exchange/frameworks/import.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readDocument } from '../../shared/http/document-payload.ts';
import { importAnswer } from '../../shared/http/exchange/import-answer.ts';
import { readImportRequest } from '../../shared/http/exchange/import-request.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isScheme } from '../../shared/repository/frameworks/kinds.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { ctdlAsnEndpoints } from './endpoints.ts';
import { parseGraph } from './parse-graph.ts';
import { read } from './read.ts';
import { termFor } from './terms.ts';
import { write } from './write.ts';

const MEDIA_TYPES = ['application/json', 'application/ld+json'];

const RELATIONS: ReadonlySet<string> = new Set([
  'narrows',
  'requires',
  'isEquivalentTo',
  'majorRelated',
  'minorRelated',
]);

/** The properties that CTDL-ASN can express. */
export const CARRIES: Carries = {
  property: (kind, name) => termFor(kind, name) !== null,
  relation: (type, isInside) => RELATIONS.has(type) || (type === 'isRelatedTo' && !isInside),
  async echo(framework) {
    const graph: JsonObject[] = [];
    for await (const node of inSlices(write(framework).nodes)) graph.push(node);
    return (await read(graph)).frameworks.find(({ root }) => root.id === framework.root.id) ?? null;
  },
};

/** POST: saves the frameworks of a document, and returns the id of the first. */
export async function postFramework(ctx: Context, call: Call): Promise<Answer> {
  const document = await readDocument(ctx, call, MEDIA_TYPES);
  const request = await readImportRequest(ctx, call, document);
  const { frameworks, losses } = await read(await parseGraph(document.text));
  const isSchemeOnly = frameworks.every(({ root }) => isScheme(root.kind));
  const adapterKey = await adapterKeyOf(ctx, isSchemeOnly ? 'skos' : 'ceasn');
  const options = { ...request, adapterKey, carries: CARRIES, losses };
  const report = await importFrameworks({ ...ctx, hold: call.hold }, frameworks, options);
  return importAnswer(ctx, call, report, ctdlAsnEndpoints.ctdlAsnImportReport);
}
