import type { Quad } from '@rdfjs/types';
import { inSlices } from '../base/concurrency/slices.ts';
import { PREFIXES } from '../exchange/json-ld/contexts/prefixes.ts';
import type { Processor } from '../exchange/json-ld/processor.ts';
import { serialize } from '../exchange/rdf/serialize.ts';
import type { Json } from '../repository/linked-data/json.ts';
import { warningHeader } from './answer.ts';
import type { RdfForm } from './rdf-accept.ts';

/** Names in a warning. */
const MAX_NAMED = 20;

/** A document in a form of RDF, and the headers that describe it. */
export type RdfDocument = { readonly headers: Readonly<Record<string, string>>; readonly parts: readonly string[] };

/**
 * Writes a JSON-LD document in a form of RDF. Properties that RDF/XML cannot express are named in `Warning`.
 *
 * @throws Problem as `Processor` does
 */
export async function writeRdf(
  document: Json,
  { expand, toRdf }: Pick<Processor, 'expand' | 'toRdf'>,
  form: RdfForm,
  prefixes: Readonly<Record<string, string>> = PREFIXES,
): Promise<RdfDocument> {
  const { contentType, syntax } = form;
  if (syntax === 'json-ld') {
    return { headers: { 'content-type': contentType }, parts: [JSON.stringify(await expand(document))] };
  }
  const unwritable = new Set<string>();
  const onUnwritable = ({ predicate }: Quad): void => void unwritable.add(predicate.value);
  const parts: string[] = [];
  for await (const part of inSlices(serialize(await toRdf(document), syntax, { prefixes, onUnwritable }))) {
    parts.push(part);
  }
  const names = [...unwritable].slice(0, MAX_NAMED);
  const warning = warningHeader(names.map((name) => `RDF/XML has no way to write ${encodeURI(name)}.`));
  return { headers: { 'content-type': contentType, ...warning }, parts };
}
