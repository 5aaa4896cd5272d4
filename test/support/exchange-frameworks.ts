import type { Framework } from '../../shared/exchange/frameworks/model.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import { planImport, type Stored } from '../../shared/exchange/frameworks/plan.ts';
import { relationOf } from '../../shared/exchange/frameworks/stored.ts';
import { storedFramework } from '../../shared/exchange/frameworks/stored-framework.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';

/** Stored objects by id; the first is the framework. */
export type Objects = ReadonlyMap<string, JsonObject>;

const BASES = ['https://here.example/api/'];

/** Reads stored objects as a framework. */
export async function frameworkIn(objects: Objects): Promise<Framework> {
  const [id = ''] = objects.keys();
  const timed = new Map([...objects].map(([key, object]) => [key, { object, modified: 1_700_000_000_000 }]));
  const framework = await storedFramework(id, timed, BASES);
  if (framework === null) throw new Error(`${id} is not a framework.`);
  return framework;
}

/** The objects after an import into a store without them, the framework first. */
export async function importedElsewhere(framework: Framework, carries: Carries): Promise<Objects> {
  const nothing: Stored = { objects: new Map(), relations: [], echo: null, hidden: new Set() };
  const { objects } = await planImport(framework, nothing, carries, BASES[0] ?? '');
  return new Map(objects.toReversed().map(({ id, object }) => [id, JSON.parse(JSON.stringify(object)) as JsonObject]));
}

/** Ids of the objects that an import over these would write or remove. */
export async function changesOver(objects: Objects, incoming: Framework, carries: Carries): Promise<readonly string[]> {
  const before = await frameworkIn(objects);
  const root = objects.get(before.root.id) ?? {};
  const relations = [member(root, 'relation')].flat().flatMap((id) => {
    const object = typeof id === 'string' ? objects.get(id) : undefined;
    return (object && relationOf(object, String(id), null, (end) => end)) ?? [];
  });
  const echo = (await carries.echo?.(before)) ?? null;
  const stored = { objects, relations, echo, hidden: new Set<string>() };
  const plan = await planImport(incoming, stored, carries, BASES[0] ?? '');
  return [...plan.objects.filter(({ change }) => change !== 'none').map(({ id }) => id), ...plan.removed];
}
