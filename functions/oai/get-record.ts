import { html } from '../../shared/http/html.ts';
import { OaiError } from './errors.ts';
import { formatOf, formatsOf } from './formats.ts';
import { datedIn, type ItemContext, itemAt } from './item-at.ts';
import type { WriteMetadata } from './metadata.ts';
import { entriesOf, recordOf } from './records.ts';
import type { OaiRequest } from './request.ts';
import { EVERYTHING } from './sets.ts';

/** GetRecord. @throws OaiError `idDoesNotExist`, `cannotDisseminateFormat` */
export async function getRecord(
  ctx: ItemContext,
  { sent: { identifier = '', metadataPrefix } }: OaiRequest,
  write: WriteMetadata,
): Promise<AsyncIterable<string>> {
  const format = formatOf(ctx.config, metadataPrefix);
  const item = await itemAt(ctx, identifier);
  if (!format.isFor(item)) throw cannotDisseminate();
  const dated = await datedIn(format, ctx, item);
  const [entry] = await entriesOf(ctx, [dated], EVERYTHING, format.prefix === 'oai_dc');
  const record = entry === undefined ? null : await recordOf(entry, format.prefix, write, ctx.config.bases);
  if (record === null) throw cannotDisseminate();
  return record;
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
