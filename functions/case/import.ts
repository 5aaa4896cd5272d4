import { chunks } from '../../shared/base/concurrency/chunks.ts';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import { adapterKeyOf } from '../../shared/exchange/frameworks/adapter-keys.ts';
import { findByUuids } from '../../shared/exchange/frameworks/find-by-uuid.ts';
import { importFrameworks } from '../../shared/exchange/frameworks/import.ts';
import type { Carries } from '../../shared/exchange/frameworks/plan.ts';
import { namesFor } from '../../shared/exchange/frameworks/resolve.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { type DocumentPayload, readDocument } from '../../shared/http/document-payload.ts';
import { importAnswer } from '../../shared/http/exchange/import-answer.ts';
import { readImportRequest } from '../../shared/http/exchange/import-request.ts';
import { type Payload, readPayload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { isUuid } from '../../shared/repository/linked-data/uuids.ts';
import { isReadable } from '../../shared/repository/objects/present.ts';
import { type CaseVersion, nameInAddress } from './addresses.ts';
import { echoIn } from './echo.ts';
import { caseEndpoints } from './endpoints.ts';
import { EXTENSION } from './extension.ts';
import type { Resolve } from './identity.ts';
import { importUrl } from './parameters.ts';
import { ownAddresses, parsePackage } from './parse-package.ts';
import { read } from './read.ts';
import { fetchText } from './remote.ts';
import { EXACT, fieldsOf, OWN_TYPES } from './terms.ts';

/**
 * The properties that a package can express.
 *
 * @param text text of the package: a CASE 1.1 package from this service also has properties in its extensions
 */
export function carriesOf(text: string, [base]: readonly [string, ...string[]]): Carries {
  const isOwn = text.includes(`"${base}ims/case/v1p1/`) || text.includes(`"${EXTENSION}"`);
  return carriedIn(isOwn ? 'v1p1' : 'v1p0', base);
}

/** The properties that a version of CASE can express. @param base public address, ending in `/api/` */
export function carriedIn(version: CaseVersion, base: string): Carries {
  return {
    property: (kind, name) =>
      name.startsWith('case:') ||
      name === 'schema:dateModified' ||
      name === 'schema:license' ||
      fieldsOf(kind).some(({ neutral }) => neutral === name),
    relation: (type) => EXACT.has(type) || OWN_TYPES.has(type),
    echo: echoIn(version, base),
  };
}

/** POST import: saves the framework of a CASE package, which is sent or fetched, and returns its id. */
export async function postPackage(ctx: Context, call: Call, openSend: () => Promise<OutboundSend>): Promise<Answer> {
  const { url } = parseWith(importUrl, queryValues(queryOf(call.request), ['url']));
  const source =
    url === undefined
      ? await sentPackage(ctx, call)
      : await packageAt(ctx, call, async () => fetchText(ctx.config, await openSend(), url));
  const request = await readImportRequest(ctx, call, source);
  const text = await source.text();
  const resolve = await resolverFor({ ...ctx, hold: call.hold }, text, request.caller);
  const { frameworks, losses } = await read(
    await parsePackage(text),
    url === undefined ? resolve : foreignOnly(ctx),
    resolve,
  );
  const adapterKey = await adapterKeyOf(ctx, 'case');
  const options = { ...request, adapterKey, carries: carriesOf(text, ctx.config.bases), losses };
  const report = await importFrameworks({ ...ctx, hold: call.hold }, frameworks, options);
  return importAnswer(ctx, call, report, caseEndpoints.caseImportReport);
}

/** Where a package comes from, and the parameters beside it. */
type Source = Pick<DocumentPayload, 'part'> & { readonly text: () => Promise<string> };

async function sentPackage(ctx: Context, call: Call): Promise<Source> {
  const { part, text } = await readDocument(ctx, call, ['application/json']);
  return { part, text: async () => text };
}

/** @throws Problem `malformed-request` (400) when the body contains a package too */
async function packageAt(ctx: Context, call: Call, text: () => Promise<string>): Promise<Source> {
  const payload = await readPayload(ctx, call);
  if (payload.data() !== undefined || payload.part('file') !== undefined) {
    throw new Problem('malformed-request', 'Send a package or the address of one, not both.', { where: 'url' });
  }
  return { part: (name) => partText(payload, name), text };
}

/** A parameter of a body in either binding. */
export function partText(payload: Payload, name: string): string | undefined {
  const text = payload.part(name);
  return payload.binding === 'json' && text?.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** Resolves addresses in a package from another server: they are never objects of this service. */
export function foreignOnly({ config }: Pick<Context, 'config'>): Resolve {
  return (uri) => (config.bases.some((base) => uri.startsWith(base)) ? null : uri);
}

/** Resolves addresses of this service in a package to objects that the caller may read, so that its own packages can be imported again. */
export async function resolverFor(ctx: ReadContext, text: string, caller: Caller): Promise<Resolve> {
  const { bases } = ctx.config;
  const own = ownAddresses(text, bases);
  const names = own.map((uri) => namesFor(nameInAddress(uri, bases) ?? ''));
  const heads = (await mapLimit(chunks(names.flat(), 500), 1, (some) => ctx.store.heads(some))).flat();
  const ids = new Map<string, string>();
  const unknown = new Map<string, string>();
  let at = 0;
  for (const [index, some] of names.entries()) {
    const head = heads.slice(at, at + some.length).find((one) => one !== null);
    at += some.length;
    const uri = own[index] ?? '';
    const uuid = some.find(isUuid);
    if (head && isReadable(ctx, head, caller)) ids.set(uri, head.shortId);
    else if (!head && uuid !== undefined) unknown.set(uri, uuid.toLowerCase());
  }
  const found = await findByUuids(ctx, [...unknown.values()], caller);
  for (const [uri, uuid] of unknown) {
    const object = found.get(uuid);
    if (object !== undefined) ids.set(uri, object.shortId);
  }
  return (uri) => (nameInAddress(uri, bases) === null ? uri : (ids.get(uri) ?? null));
}
