import { hierarchyOf } from '../../shared/exchange/frameworks/hierarchy.ts';
import { ctidOf } from '../../shared/exchange/frameworks/identifiers.ts';
import type { Framework, FrameworkNode, Loss } from '../../shared/exchange/frameworks/model.ts';
import { sameValue } from '../../shared/exchange/frameworks/same.ts';
import { scalarText, textOf } from '../../shared/exchange/frameworks/values.ts';
import type { Json, JsonObject } from '../../shared/repository/linked-data/json.ts';

/**
 * What a framework lost in an export and an import without a reported loss. A value counts as kept wherever its node has it:
 * formats move values between properties, and give a language to texts that have none. CTIDs that follow from the id are derived again.
 */
export function unnamedLosses(before: Framework, after: Framework, losses: readonly Loss[]): readonly string[] {
  const named = new Set(losses.map((loss) => `${loss['@id']} ${loss.property}`));
  const nodes = new Map([after.root, ...after.members].map((node) => [node.id, node]));
  const values = [before.root, ...before.members].flatMap((node) =>
    [...node.properties].flatMap(([name, all]) => {
      if (STORED_HERE.has(name) || isNamed(named, node.id, name)) return [];
      return all
        .filter((value) => value !== ctidOf(node.id) && !hasValue(nodes.get(node.id), after, value))
        .map((value) => `${node.id} ${name} ${JSON.stringify(value)}`);
    }),
  );
  const stated = new Set(after.relations.flatMap(statements));
  const relations = before.relations.flatMap((relation) => {
    const { id, type, source, target } = relation;
    const isLost = !statements(relation).some((one) => stated.has(one));
    return isLost && !isNamed(named, id ?? source, 'relationType') ? [`${source} ${type} ${target}`] : [];
  });
  const [old, now] = [hierarchyOf(before), hierarchyOf(after)];
  const orders = before.members.flatMap(({ id }) => {
    return JSON.stringify(old.children(id)) === JSON.stringify(now.children(id)) ? [] : [`${id} order of children`];
  });
  const tops = JSON.stringify(old.tops) === JSON.stringify(now.tops) ? [] : ['order of the top'];
  const kept = new Map(after.definitions.map(({ id, object }) => [id, contentsOf(object)]));
  const definitions = before.definitions
    .filter(({ id, object }) => kept.get(id) !== contentsOf(object) && !named.has(`${id} @type`))
    .map(({ id, object }) => `${id} ${String(object['@type'])}`);
  const kinds =
    before.root.kind === after.root.kind || isNamed(named, before.root.id, '@type') ? [] : ['kind of the root'];
  return [...kinds, ...values, ...relations, ...orders, ...tops, ...definitions];
}

/** The contents of a definition, apart from its identity. */
function contentsOf(object: JsonObject): string {
  const fields = Object.entries(object).filter(([name]) => name !== '@id' && name !== 'identifier');
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The store sets these dates itself. */
const STORED_HERE: ReadonlySet<string> = new Set(['schema:dateCreated']);

function isNamed(named: ReadonlySet<string>, id: string, property: string): boolean {
  return named.has(`${id} ${property}`) || [...named].some((one) => one.startsWith(`${id} `) && one.endsWith(property));
}

function hasValue(node: FrameworkNode | undefined, { relations }: Framework, value: Json): boolean {
  const [text, scalar] = [textOf(value), scalarText(value)];
  const isSame = (other: Json): boolean => {
    const found = textOf(other);
    if (text === null || found === null) {
      return sameValue(value, other) || (scalar !== null && scalarText(other) === scalar);
    }
    return (
      found.text === text.text && (!text.language || found.language?.toLowerCase() === text.language.toLowerCase())
    );
  };
  const isEnd = relations.some(({ source, target }) => source === node?.id && target === scalar);
  return isEnd || [...(node?.properties.values() ?? [])].some((all) => all.some(isSame));
}

const SYMMETRIC: ReadonlySet<string> = new Set(['isEquivalentTo', 'isRelatedTo', 'majorRelated', 'minorRelated']);

function statements({ type, source, target }: Framework['relations'][number]): readonly string[] {
  const one = `${source} ${type} ${target}`;
  return SYMMETRIC.has(type) ? [one, `${target} ${type} ${source}`] : [one];
}
