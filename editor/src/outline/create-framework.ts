import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { ServiceError } from '../service/service-error.ts';
import type { WritingService } from '../service/writer.ts';
import { accessOf, withAccess } from '../sharing/access.ts';
import { newText } from '../words/shown-text.ts';
import type { Fields, Maker, NewItem } from './command.ts';
import { idOf } from './draft.ts';
import { duplicate } from './duplicate.ts';
import { idMaker, newObject } from './new-object.ts';
import { runCommand } from './run-command.ts';
import { createState, type OutlineState } from './state.ts';

/** The initial contents of a new framework. */
export type NewFramework = {
  readonly name: string;
  /** Language tag of the name. */
  readonly language: string;
  /** Public key of the owner, as PEM. */
  readonly owner: string;
  /** Further members of a copy; null removes one. */
  readonly fields?: Fields;
};

/**
 * Saves a framework without competencies.
 *
 * @returns its short id
 * @throws ServiceError
 */
export async function createFramework(
  service: Pick<WritingService, 'base' | 'save'>,
  begin: NewFramework,
): Promise<string> {
  const { id, framework } = frameworkFrom(service.base, begin);
  await service.save(id, framework, 'new');
  return id;
}

/**
 * Saves a copy of a framework with all its parts that can be read. It belongs to the owner, who alone can read the copy of a private one.
 *
 * @returns its short id
 * @throws ServiceError; then nothing is stored
 */
export async function copyFramework(
  service: Pick<WritingService, 'base' | 'read' | 'putMany' | 'removeMany'>,
  original: OutlineState,
  { name, language, owner, fields = {} }: NewFramework,
): Promise<string> {
  const { isPrivate } = accessOf((await service.read(original.frameworkId)).object);
  const { id, objects } = duplicate(
    original,
    { ...fields, name: newText(name, language) },
    makerOf(service.base, owner),
  );
  const access = { isPrivate, owners: [parsePublicKey(owner)], readers: [] };
  const [failure] = await service.putMany(await Promise.all(objects.map((object) => withAccess(object, access))));
  if (failure === undefined) return id;
  await service.removeMany(objects.map(idOf));
  throw new ServiceError(failure.status, { ...failure });
}

/** A new framework with these competencies, not saved yet. @param base of the service, ending in `/api/` */
export function frameworkOfItems(base: string, items: readonly NewItem[], begin: NewFramework): OutlineState {
  const { id, framework, maker } = frameworkFrom(base, begin);
  const empty = createState(id, new Map([[id, framework]]));
  return runCommand(empty, { kind: 'add', place: { parent: null, after: null }, items }, maker).state;
}

function frameworkFrom(
  base: string,
  { name, language, owner }: NewFramework,
): { readonly id: string; readonly framework: JsonObject; readonly maker: Maker } {
  const maker = makerOf(base, owner);
  const framework = newObject('Framework', { name: newText(name, language), competency: [], relation: [] }, maker);
  return { id: String(framework['@id']), framework: { ...framework, '@context': SERVICE_CONTEXT }, maker };
}

/** What new objects of a person are made with. @param base of the service, ending in `/api/` */
export function makerOf(base: string, owner: string): Maker {
  return { newId: idMaker(base), owners: [owner], now: () => new Date().toISOString() };
}
