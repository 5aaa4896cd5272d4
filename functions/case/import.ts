import { faultOf } from '../../shared/access/caller.ts';
import { chunks } from '../../shared/concurrency/chunks.ts';
import { mapLimit } from '../../shared/concurrency/map-limit.ts';
import type { ExchangeContext } from '../../shared/frameworks/context.ts';
import { importFrameworks } from '../../shared/frameworks/import.ts';
import { importAnswer } from '../../shared/frameworks/import-answer.ts';
import type { Carries } from '../../shared/frameworks/plan.ts';
import { namesFor } from '../../shared/frameworks/resolve.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { isDryRun, readDocument } from '../../shared/http/document-payload.ts';
import { nameInAddress } from './addresses.ts';
import type { Resolve } from './associations.ts';
import { ownAddresses, packageOf } from './document.ts';
import { read } from './read.ts';
import { EXACT, fieldsOf, OWN_TYPES } from './terms.ts';

/** What CASE can express. */
export const CARRIES: Carries = {
  property: (kind, name) =>
    name.startsWith('case:') ||
    name === 'schema:dateModified' ||
    name === 'schema:license' ||
    fieldsOf(kind).some(({ neutral }) => neutral === name),
  relation: (type) => EXACT.has(type) || OWN_TYPES.has(type),
};

/** POST import: saves the framework of a CASE package, and answers its id. */
export async function postPackage(ctx: ExchangeContext, call: Call): Promise<Answer> {
  const document = await readDocument(ctx, call, ['application/json']);
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const dryRun = isDryRun(call, document);
  const ownerPem = document.part('owner');
  const owner = ownerPem === undefined || ownerPem.trim() === '' ? null : ctx.readKey(ownerPem);
  const { frameworks, losses } = await read(await packageOf(document.text), await resolverFor(ctx, document.text));
  const adapterKey = await ctx.adapterKey('case');
  const options = { caller, adapterKey, owner, dryRun, carries: CARRIES, losses };
  const report = await importFrameworks({ ...ctx, hold: call.hold }, frameworks, options);
  return importAnswer(ctx, call, report, '/api/ims/case/reports');
}

/** Addresses of this service in a package are those of objects that it has: what it wrote can be imported again. */
export async function resolverFor({ store, config }: ExchangeContext, text: string): Promise<Resolve> {
  const { bases } = config;
  const own = ownAddresses(text, bases);
  const names = own.map((uri) => namesFor(nameInAddress(uri, bases) ?? ''));
  const heads = (await mapLimit(chunks(names.flat(), 500), 1, (some) => store.heads(some))).flat();
  const ids = new Map<string, string>();
  let at = 0;
  for (const [index, some] of names.entries()) {
    const head = heads.slice(at, at + some.length).find((one) => one !== null);
    at += some.length;
    const uri = own[index];
    if (head && uri !== undefined) ids.set(uri, head.shortId);
  }
  return (uri) => (nameInAddress(uri, bases) === null ? uri : (ids.get(uri) ?? null));
}
