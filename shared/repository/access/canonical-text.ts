import { Problem } from '../../base/errors/problem.ts';
import { ExactNumber, type Json, type JsonObject, member } from '../linked-data/json.ts';
import { malformedSheet } from './sheet-source.ts';

/** Members that clients write with `@` whenever an object has a type. */
const AT_NAMES: ReadonlySet<string> = new Set(['id', 'type', 'schema', 'context', 'graph']);

const SIGNATURE_NAMES = ['signature', '@signature', 'signatureSha256', '@signatureSha256'];

/** Signed names are ordered as people sort them; the language is fixed, so that every machine agrees. */
const byName = ([left]: Member, [right]: Member): number => left.localeCompare(right, 'en');

type Member = readonly [name: string, value: Json];

/** Makes the problem of what cannot be signed, in a sheet or in an object. */
type Refuse = (why: string) => Problem;

const refuseObject: Refuse = (why) => new Problem('invalid-object', why);

/**
 * The text that the signatures of a sheet entry are made over (specification: Signature sheet entry): all members but
 * the signatures and nulls, in the names and the order of clients, as JSON without white space. Members that are unknown
 * are part of it.
 *
 * @throws Problem `invalid-sheet` (422) when two members differ by an `@` only, or a number is beyond a double: more than
 *   one object would be signed by that text
 */
export function canonicalSheetText(entry: JsonObject): string {
  const members = clientMembers(Object.entries(entry), malformedSheet);
  return writeMembers(
    members.flatMap(([name, value]) => {
      if (SIGNATURE_NAMES.includes(name)) return [];
      return [[name === 'owner' ? '@owner' : name, value] as const];
    }),
    malformedSheet,
  );
}

/**
 * The text that `@signature` and `@signatureSha256` of an object are made over: as {@link canonicalSheetText}, without
 * `@id` too, and with `owner` and `reader` bare. Nested objects keep the order of their members.
 *
 * @throws Problem `invalid-object` (400) in the same cases
 */
export function signableObjectText(object: JsonObject): string {
  const type = member(object, '@type') ?? member(object, 'type');
  const removed = [...SIGNATURE_NAMES, '@id'];
  if (typeof type === 'string' && type.startsWith('http://schema.eduworks.com/') && type.includes('/0.1/')) {
    removed.push('owner', '@owner', 'reader', '@reader');
  }
  const once = clientMembers(Object.entries(object), refuseObject).filter(([name]) => !removed.includes(name));
  return writeMembers(clientMembers(once, refuseObject), refuseObject);
}

/** Members as a client holds and writes them: bare names inside, `@` before the few that carry one, no nulls, sorted. */
function clientMembers(members: readonly Member[], refuse: Refuse): readonly Member[] {
  refuseTwins(members, refuse);
  const strip = members.some(([name, value]) => name === '@type' && value !== null);
  const bare = strip ? members.map(([name, value]) => [name.replace('@', ''), value] as const) : members;
  const typed = bare.some(([name, value]) => name === 'type' && value !== null);
  return bare
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [typed && AT_NAMES.has(name) ? `@${name}` : name, value] as const)
    .sort(byName);
}

/** If clients take two names for one, an object could be signed as one thing and read as another. */
function refuseTwins(members: readonly Member[], refuse: Refuse): void {
  const seen = new Set<string>();
  for (const [name] of members) {
    const bare = name.replace('@', '');
    if (seen.has(bare)) throw refuse('Two of the members to sign differ by an "@" only.');
    seen.add(bare);
  }
}

/** Names that are array indices come first, in numeric order, as in every JavaScript object. */
function writeMembers(members: readonly Member[], refuse: Refuse): string {
  const sorted = [...members].sort(byName);
  const positions = sorted
    .filter(([name]) => isArrayPosition(name))
    .sort(([left], [right]) => Number(left) - Number(right));
  const names = sorted.filter(([name]) => !isArrayPosition(name));
  return writeObject([...positions, ...names], refuse);
}

function writeObject(members: readonly Member[], refuse: Refuse): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${writeValue(value, refuse)}`).join(',')}}`;
}

/** Numbers as a double prints: that is all a client keeps of them. */
function writeValue(value: Json, refuse: Refuse): string {
  if (value instanceof ExactNumber) return writeNumber(Number(value.source), refuse);
  if (typeof value === 'number') return writeNumber(value, refuse);
  if (Array.isArray(value)) return `[${value.map((item) => writeValue(item, refuse)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return writeObject(Object.entries(value), refuse);
  return JSON.stringify(value);
}

function writeNumber(value: number, refuse: Refuse): string {
  if (Number.isFinite(value)) return JSON.stringify(value);
  throw refuse('A number to sign exceeds the range of a double.');
}

function isArrayPosition(name: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}
