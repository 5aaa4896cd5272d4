import { Problem } from '../../shared/base/errors/problem.ts';
import { describedOf } from '../../shared/exchange/surroundings/described.ts';
import { type Html, html } from '../../shared/http/html.ts';
import { type AddressConfig, canonicalOf, formatsOf } from '../../shared/http/pages/addresses.ts';
import { readerOf } from '../../shared/http/pages/reader.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { read } from '../../shared/repository/objects/read.ts';
import { parseBatchItem } from '../../shared/repository/objects/reference.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';

/** Longer descriptions are cut: previews show less. */
const MAX_DESCRIPTION = 300;

/** The segment that names an object: in short links the last one, in other addresses the one after the view's kind. */
const LINKED = /\/svc-editor\/(?:f\/(?:[^/]+\/)?|frameworks\/|schemes\/)([^/]+)/;

/**
 * What previews of a link to the editor show of the object that it leads to, as everyone may read it: elements for the head of the
 * page. Other programs are referred to the object itself.
 *
 * @returns null if the link leads to no object, to none that everyone may read, or if it cannot be read now, which the editor will say
 */
export async function previewOf(ctx: Context, request: Request): Promise<Html | null> {
  try {
    const name = linkedName(request);
    if (name === null) return null;
    const { stored, text, release } = await read(ctx, parseBatchItem(name, ctx.config.bases), ANONYMOUS);
    try {
      return headOf({ object: storedObject({ key: stored.key, text }), shortId: stored.shortId }, request, ctx.config);
    } finally {
      release?.();
    }
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The id or the last segment of the address of an object that an address of the editor names; null: it names none. */
function linkedName(request: Request): string | null {
  const [, segment] = LINKED.exec(splitUrl(request.url).path) ?? [];
  const query = queryOf(request);
  if (segment === undefined) return query.get('competencyId') ?? query.get('frameworkId');
  try {
    return decodeURIComponent(decodeURIComponent(segment)); // the editor encodes percent signs twice
  } catch {
    return null;
  }
}

type ReadObject = { readonly object: JsonObject; readonly shortId: string };

function headOf(object: ReadObject, request: Request, config: AddressConfig): Html | null {
  const { id, kind, name, statement } = describedOf(object);
  const reader = readerOf(request, null);
  const title = reader.pick(name)?.text;
  if (kind === null || title === undefined) return null;
  const description = cut(reader.pick(statement)?.text ?? '');
  const canonical = canonicalOf(id, config);
  const meta = (property: string, content: string) => html`<meta property="${property}" content="${content}">`;
  return html`<title>${title}</title>
${description === '' ? null : html`<meta name="description" content="${description}">${meta('og:description', description)}`}
${meta('og:type', 'website')}${meta('og:title', title)}${meta('og:url', canonical)}${meta('og:site_name', new URL(canonical).host)}
<link rel="canonical" href="${canonical}">
${formatsOf(id, kind, config).map((format) => html`<link rel="alternate" type="${format.type}" title="${format.name}" href="${format.path}">`)}`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}
