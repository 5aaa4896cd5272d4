import { createSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { isBlankNode, withoutBlankNodes } from '../../shared/exchange/frameworks/blank-nodes.ts';
import type { Framework, FrameworkNode, FrameworkRelation, Loss } from '../../shared/exchange/frameworks/model.ts';
import { textValue } from '../../shared/exchange/frameworks/values.ts';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { type Json, parseJson } from '../../shared/repository/linked-data/json.ts';
import {
  BOTH_WAYS,
  canonicalTerm,
  DOCUMENT,
  HAS_CHILD,
  IS_CHILD_OF,
  iri,
  NARROW_MATCH,
  neutralOf,
  PREREQUISITE,
  RDF_JSON,
  RDF_TYPE,
  STATEMENT,
  XSD,
} from './terms.ts';
import type { RdfObject, Triple } from './triples.ts';

/** The contents of a document. */
export type Read = { readonly frameworks: readonly Framework[]; readonly losses: readonly Loss[] };

/** The statements about one subject, by predicate, in the order of the document. */
type Statements = Map<string, RdfObject[]>;

/**
 * Reads the framework of an ASN document.
 *
 * @throws Problem `not-a-framework` (422) without a StandardDocument, or with several
 */
export async function read(triples: Iterable<Triple>): Promise<Read> {
  const subjects = new Map<string, Statements>();
  const slices = createSlices();
  for (const { subject, predicate, object } of triples) {
    if (slices.over()) await slices.next();
    const statements = subjects.get(subject) ?? new Map<string, RdfObject[]>();
    subjects.set(subject, statements);
    const term = canonicalTerm(predicate);
    const objects = statements.get(term);
    if (objects === undefined) statements.set(term, [object]);
    else objects.push(object);
  }
  const ofType = (type: string): string[] =>
    [...subjects].flatMap(([id, statements]) =>
      irisOf(statements, RDF_TYPE).map(canonicalTerm).includes(type) ? [id] : [],
    );
  const [rootId, second] = ofType(DOCUMENT);
  if (rootId === undefined || second !== undefined) {
    const what = second === undefined ? 'no' : 'more than one';
    throw new Problem('not-a-framework', `The document has ${what} asn:StandardDocument.`);
  }
  const losses: Loss[] = [];
  const ids = new Set(ofType(STATEMENT).filter((id) => !isBlankNode(id)));
  const root = nodeOf(rootId, 'framework', subjects, losses);
  const members = new Map([...ids].map((id) => [id, nodeOf(id, 'competency', subjects, losses)]));
  for (const id of subjects.keys()) {
    if (id === rootId || ids.has(id)) continue;
    const isStatement = irisOf(subjects.get(id), RDF_TYPE).map(canonicalTerm).includes(STATEMENT);
    const reason = isStatement
      ? 'A blank node has no id that it could be saved under.'
      : 'It is neither a StandardDocument nor a Statement.';
    losses.push({ '@id': id, property: 'rdf:type', reason });
  }
  return { frameworks: [arranged(root, members, subjects)], losses };
}

function irisOf(statements: Statements | undefined, predicate: string): readonly string[] {
  return (statements?.get(predicate) ?? []).flatMap((object) =>
    object.kind === 'iri' && !isBlankNode(object.value) ? [object.value] : [],
  );
}

const STRUCTURE: ReadonlySet<string> = new Set([
  RDF_TYPE,
  HAS_CHILD,
  IS_CHILD_OF,
  PREREQUISITE,
  NARROW_MATCH,
  ...Object.values(BOTH_WAYS),
]);

function nodeOf(id: string, kind: NodeKind, subjects: ReadonlyMap<string, Statements>, losses: Loss[]): FrameworkNode {
  const properties = new Map<string, readonly Json[]>();
  for (const [predicate, objects] of subjects.get(id) ?? []) {
    if (STRUCTURE.has(predicate)) continue;
    const values = objects.flatMap((object) => {
      const value = literalValue(object, id, predicate, losses);
      if (object.kind !== 'iri') return value === null ? [] : [value];
      return withoutBlankNodes(
        [object.value],
        (label) => namesOf(label, subjects),
        { '@id': id, property: predicate },
        losses,
      );
    });
    if (values.length > 0) properties.set(neutralOf(predicate), values);
  }
  // Publishers of ASN put the text of a statement into its description.
  const description = properties.get('description');
  if (kind === 'competency' && !properties.has('name') && description !== undefined) {
    properties.set('name', description);
    properties.delete('description');
  }
  return { id, kind, properties, modified: null };
}

const NAMES = ['dc:title', 'dcterms:title', 'schema:name', 'ceterms:name', 'skos:prefLabel'].map(iri);

/** The names that the document gives to a blank node, such as an organization. */
function namesOf(label: string, subjects: ReadonlyMap<string, Statements>): readonly Json[] {
  return NAMES.flatMap((name) => subjects.get(label)?.get(name) ?? []).flatMap((object) =>
    object.kind === 'literal' ? [textValue({ text: object.value, language: object.language })] : [],
  );
}

function literalValue(object: RdfObject, id: string, predicate: string, losses: Loss[]): Json | null {
  if (object.kind === 'iri') return object.value;
  const { value, language, datatype } = object;
  if (language !== null) return textValue({ text: value, language });
  if (datatype === null || datatype === `${XSD}string`) return value;
  if (datatype === `${XSD}boolean`) return value === 'true' || value === '1';
  if (datatype === `${XSD}integer` || datatype === `${XSD}double`)
    return Number.isFinite(Number(value)) ? Number(value) : value;
  if (datatype === RDF_JSON) return parseJson(value, 'A JSON literal');
  if (!datatype.startsWith(XSD)) {
    losses.push({ '@id': id, property: predicate, reason: `The datatype ${datatype} is not stored.` });
  }
  return value;
}

/** Parents before their children, in the order of the document. */
function arranged(
  root: FrameworkNode,
  members: ReadonlyMap<string, FrameworkNode>,
  subjects: ReadonlyMap<string, Statements>,
): Framework {
  const children = childrenIn([root.id, ...members.keys()], subjects);
  const memberIds = new Set<string>();
  const pending = [...(children.get(root.id) ?? []), ...members.keys()].reverse();
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === root.id || memberIds.has(id)) continue;
    memberIds.add(id);
    for (const child of [...(children.get(id) ?? [])].reverse()) pending.push(child);
  }
  const hierarchy = [...children].flatMap(([parent, some]) =>
    parent === root.id ? [] : [...some].map((child) => relation('narrows', child, parent)),
  );
  return {
    root,
    memberIds: [...memberIds],
    members: [...memberIds].flatMap((id) => members.get(id) ?? []),
    relations: [...hierarchy, ...alignmentsIn([root.id, ...members.keys()], subjects)],
    definitions: [],
  };
}

/** The children of each subject, as both ends state them. */
function childrenIn(
  ids: readonly string[],
  subjects: ReadonlyMap<string, Statements>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const children = new Map<string, Set<string>>();
  const add = (parent: string, child: string): void => {
    if (parent !== child) children.set(parent, (children.get(parent) ?? new Set()).add(child));
  };
  for (const id of ids) for (const child of irisOf(subjects.get(id), HAS_CHILD)) add(id, child);
  for (const id of ids) for (const parent of irisOf(subjects.get(id), IS_CHILD_OF)) add(parent, id);
  return children;
}

function relation(type: string, source: string, target: string): FrameworkRelation {
  return { id: null, type, source, target, properties: new Map(), modified: null };
}

/** Relations besides the hierarchy. A relation that both ends state is one. */
function alignmentsIn(ids: readonly string[], subjects: ReadonlyMap<string, Statements>): readonly FrameworkRelation[] {
  const relations = new Map<string, FrameworkRelation>();
  for (const id of ids) {
    const statements = subjects.get(id);
    const mutual = Object.entries(BOTH_WAYS).flatMap(([type, predicate]) =>
      irisOf(statements, predicate).map((other) => relation(type, id, other)),
    );
    for (const one of mutual) {
      const reverse = JSON.stringify([one.type, one.target, one.source]);
      if (!relations.has(reverse)) relations.set(JSON.stringify([one.type, one.source, one.target]), one);
    }
    for (const other of irisOf(statements, PREREQUISITE))
      relations.set(`requires ${id} ${other}`, relation('requires', id, other));
    for (const other of irisOf(statements, NARROW_MATCH))
      relations.set(`narrow ${id} ${other}`, relation('narrows', other, id));
  }
  return [...relations.values()];
}
