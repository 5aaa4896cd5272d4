import { html } from '../../shared/http/html.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { wholeVersion } from '../../shared/repository/objects/stored-versions.ts';
import { OaiError } from './errors.ts';
import { type Format, formatsOf } from './formats.ts';
import { type Item, itemsOf } from './items.ts';
import { formatOf } from './list.ts';
import type { WriteMetadata } from './metadata.ts';
import { latestChange } from './packages.ts';
import { entriesOf, recordOf } from './records.ts';
import type { OaiRequest } from './request.ts';
import { EVERYTHING } from './sets.ts';

type ItemContext = ReadContext & Pick<Context, 'store' | 'config'>;

/** GetRecord. @throws OaiError `idDoesNotExist`, `cannotDisseminateFormat` */
export async function getRecord(
  ctx: ItemContext,
  { sent: { identifier = '', metadataPrefix } }: OaiRequest,
  write: WriteMetadata,
): Promise<AsyncIterable<string>> {
  const format = formatOf(ctx.config, metadataPrefix);
  const item = await itemAt(ctx, identifier);
  if (!format.isFor(item)) throw cannotDisseminate();
  const dated = await datedBy(ctx, format, item);
  const [entry] = await entriesOf(ctx, [dated], EVERYTHING, format.prefix === 'oai_dc');
  const record = entry === undefined ? null : await recordOf(entry, format.prefix, write, ctx.config.bases);
  if (record === null) throw cannotDisseminate();
  return record;
}

/** A package is as new as its newest part. */
async function datedBy(ctx: ItemContext, { prefix }: Format, item: Item): Promise<Item> {
  const latest = prefix === 'case' && item.read !== null ? await latestChange(ctx, item.read) : null;
  return latest === null ? item : { ...item, changed: latest.time };
}

function cannotDisseminate(): OaiError {
  return new OaiError('cannotDisseminateFormat', 'The item has no metadata in this format.');
}

/** ListMetadataFormats. @throws OaiError `idDoesNotExist`; `noMetadataFormats` for a deleted item */
export async function listMetadataFormats(ctx: ItemContext, { sent: { identifier } }: OaiRequest): Promise<string> {
  const item = identifier === undefined ? null : await itemAt(ctx, identifier);
  if (item?.read === null) throw new OaiError('noMetadataFormats', 'The item is deleted.');
  const formats = formatsOf(ctx.config).filter((format) => item === null || format.isFor(item));
  return String(
    html`${formats.map(
      ({ prefix, schema, namespace }) =>
        html`<metadataFormat><metadataPrefix>${prefix}</metadataPrefix><schema>${schema}</schema><metadataNamespace>${namespace}</metadataNamespace></metadataFormat>\n`,
    )}`,
  );
}

/** The item with an identifier, which is the address of an object. @throws OaiError `idDoesNotExist` */
async function itemAt(ctx: ItemContext, identifier: string): Promise<Item> {
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
