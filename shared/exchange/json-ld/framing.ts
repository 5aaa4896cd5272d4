import { Problem } from '../../base/errors/problem.ts';
import { countValues, isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';

/** Maximum number of values of a framed document. */
const MAX_FRAMED = 50_000;

/** Maximum number of comparisons: nodes times the values of the frame that each is compared with. */
const MAX_COMPARED = 500_000;

/** A node, with the nodes that it refers to. */
type Node = { values: number; readonly types: Set<string>; readonly references: string[] };

/**
 * Refuses a document that can become too large in a frame, where nodes are written out in each other: each outermost node with all that it
 * leads to, and with `@embed` `@always` as often as it leads there.
 *
 * @param nodes the document, flattened
 * @param frame expanded
 * @throws Problem `body-too-large` (413)
 */
export function requireFrameable(nodes: Json, frame: Json): void {
  const byId = collect(nodes, new Map());
  const text = JSON.stringify(frame);
  if (byId.size * countValues(frame) > MAX_COMPARED) {
    throw new Problem('body-too-large', 'The frame is too large for a document of so many nodes.');
  }
  if (text.includes('"@reverse"')) {
    const references = [...byId].flatMap(([from, node]) => node.references.map((to) => ({ from, to })));
    for (const { from, to } of references) nodeOf(byId, to).references.push(from);
  }
  const isRepeated = /"@(?:always|link)"/.test(text);
  const written = new Set<string>();
  let left = MAX_FRAMED;

  function write(id: string): void {
    const node = byId.get(id);
    left -= 1 + (node?.values ?? 0);
    if (left < 0) {
      const detail = `Framed, the document can have more than ${MAX_FRAMED.toLocaleString('en-US')} values: give the frame the @type or @id of the outermost nodes, and leave "@embed" at "@once".`;
      throw new Problem('body-too-large', detail);
    }
    if (node === undefined || written.has(id)) return;
    written.add(id);
    for (const reference of node.references) write(reference);
    if (isRepeated) written.delete(id);
  }

  const isOutermost = outermostIn(frame);
  for (const [id, node] of byId) {
    if (!isOutermost(id, node)) continue;
    written.clear();
    write(id);
  }
}

/** Which nodes a frame can choose: those with its ids or types, if it has any. */
function outermostIn(frame: Json): (id: string, node: Node) => boolean {
  const [outer = null] = items(frame);
  const named = ['@id', '@type'].flatMap((name) => (isObject(outer) ? items(member(outer, name)) : []));
  const names = new Set(named.filter((one) => typeof one === 'string'));
  if (names.size === 0 || names.size < named.length) return () => true;
  return (id, { types }) => names.has(id) || !types.isDisjointFrom(names);
}

/** The nodes of all graphs. */
function collect(nodes: Json, byId: Map<string, Node>): Map<string, Node> {
  for (const one of items(nodes)) {
    if (!isObject(one)) continue;
    const { '@id': id, '@type': types, '@graph': graph, ...properties } = one;
    if (typeof id !== 'string') continue;
    const node = nodeOf(byId, id);
    for (const type of items(types)) if (typeof type === 'string') node.types.add(type);
    node.values += countValues(types ?? []);
    add(node, properties);
    if (graph !== undefined) collect(graph, byId);
  }
  return byId;
}

function nodeOf(byId: Map<string, Node>, id: string): Node {
  const node = byId.get(id) ?? { values: 0, types: new Set(), references: [] };
  byId.set(id, node);
  return node;
}

function add(node: Node, value: Json | JsonObject): void {
  node.values++;
  if (Array.isArray(value)) for (const item of value) add(node, item);
  if (!isObject(value)) return;
  const id = member(value, '@id');
  if (typeof id === 'string') node.references.push(id);
  else for (const item of Object.values(value)) add(node, item);
}
