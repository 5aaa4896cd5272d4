import { Problem } from '../../shared/base/errors/problem.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { itemsOfText, scanInSlices } from '../../shared/repository/linked-data/json-items.ts';
import { JsonText, LARGE_OBJECT_LENGTH } from '../../shared/repository/linked-data/json-scan.ts';

/** Maximum number of nodes in one document. */
const MAX_NODES = 100_000;

/** Maximum number of values in one node: members and elements of arrays. */
const MAX_NODE_VALUES = 200_000;

const WHAT = 'The document';

/**
 * The nodes of a JSON-LD document: the elements of `@graph`, or the document itself if it is a single node. Each is parsed just before
 * it is read.
 *
 * @throws Problem `malformed-json`, `malformed-request`, `too-deep` (400), `body-too-large` (413) for more than {@link MAX_NODES}
 */
export async function parseGraph(text: string): Promise<Iterable<Json>> {
  if (text.length <= LARGE_OBJECT_LENGTH) return smallGraph(parseJson(text, WHAT));
  const { kind, members, values } = await scanInSlices(text, { what: WHAT, members: new Set(['@graph']) });
  const span = members.get('@graph');
  if (kind !== 'object' || span === undefined) return smallGraph(parseJson(text, WHAT, MAX_NODE_VALUES));
  const items = await itemsOfText(new JsonText(text.slice(span.start, span.end), values), '@graph', MAX_NODES);
  if (items === null) throw notAnArray();
  return parsed(items);
}

function smallGraph(document: Json): Iterable<Json> {
  if (!isObject(document)) {
    throw new Problem('malformed-request', 'The document is not a JSON object with @graph.', { where: '' });
  }
  const graph = member(document, '@graph') ?? (member(document, '@type') === undefined ? [] : [document]);
  if (!Array.isArray(graph)) throw notAnArray();
  return graph;
}

function notAnArray(): Problem {
  return new Problem('malformed-request', '@graph is not an array of nodes.', { where: '/@graph' });
}

function* parsed(items: Iterable<Json | JsonText>): Generator<Json> {
  for (const item of items)
    yield item instanceof JsonText ? parseJson(item.text, 'A node of @graph', MAX_NODE_VALUES) : item;
}
