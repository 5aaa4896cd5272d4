import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { WritingService } from '../service/writer.ts';
import { newText } from '../words/shown-text.ts';
import type { Maker, NewItem } from './command.ts';
import { copyItems } from './copy.ts';
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
 * Saves a framework with copies of the competencies of another, in the same outline. The copies belong to the owner.
 *
 * @returns its short id
 * @throws ServiceError
 */
export async function copyFramework(
  service: Pick<WritingService, 'base' | 'putMany'>,
  original: OutlineState,
  begin: NewFramework,
): Promise<string> {
  const { frameworkId, objects } = frameworkOfItems(service.base, copyItems(original, original.tree.roots), begin);
  await service.putMany([...objects.values()]);
  return frameworkId;
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
  const maker: Maker = { newId: idMaker(base), owners: [owner], now: () => new Date().toISOString() };
  const framework = newObject('Framework', { name: newText(name, language), competency: [], relation: [] }, maker);
  return { id: String(framework['@id']), framework: { ...framework, '@context': SERVICE_CONTEXT }, maker };
}
