import type { Context } from '../../shared/repository/context.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { wholeVersion } from '../../shared/repository/objects/stored-versions.ts';
import { OaiError } from './errors.ts';
import type { Format } from './formats.ts';
import { type Item, itemsOf } from './items.ts';
import { latestChange } from './packages.ts';

export type ItemContext = ReadContext & Pick<Context, 'store' | 'config'>;

/** The item with an identifier, which is the address of an object. @throws OaiError `idDoesNotExist` */
export async function itemAt(ctx: ItemContext, identifier: string): Promise<Item> {
  const { store, config } = ctx;
  const names = [decoded(identifier), guidOf(identifier)];
  const heads = (await store.heads(names)).filter((head) => head !== null);
  const named = heads.find(({ shortId }) => addressOf(shortId, config.bases) === identifier);
  // The time is read before the state: a state that is newer comes again in the next harvest, one that is older would never.
  const [changed = null] = await store.changeTimes(named === undefined ? [] : [named.key]);
  const [state = null] = await store.heads(named === undefined ? [] : [named.shortId]);
  const head = state && (await wholeVersion(store, state));
  const [item] = head === null || changed === null ? [] : await itemsOf(ctx, [{ head, changed }]);
  if (item === undefined) throw new OaiError('idDoesNotExist', 'There is no item with this identifier.');
  return item;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri; // not in UTF-8, so no own address
  }
}

/** The item with the datestamp that it has in a format: a package is as new as its newest part. */
export async function datedIn({ prefix }: Format, ctx: ItemContext, item: Item): Promise<Item> {
  const latest = prefix === 'case' && item.read !== null ? await latestChange(ctx, item.read) : null;
  return latest === null ? item : { ...item, changed: latest.time };
}
