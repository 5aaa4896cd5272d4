import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PublicKey } from '../../shared/base/crypto/public-key.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import { adapterKeyOf } from '../../shared/exchange/frameworks/adapter-keys.ts';
import { type ImportFailure, importFrameworks } from '../../shared/exchange/frameworks/import.ts';
import type { Loss } from '../../shared/exchange/frameworks/model.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { asksForEvents, eventStreamAnswer } from '../../shared/http/event-stream.ts';
import { readOwner } from '../../shared/http/exchange/import-request.ts';
import { type Payload, readPayload } from '../../shared/http/payload.ts';
import { asksForProgress, createProgressLines } from '../../shared/http/progress-answer.ts';
import { problemDocument, toProblem } from '../../shared/http/render-problem.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { textIn } from './identity.ts';
import { carriesOf, foreignOnly, partText, resolverFor } from './import.ts';
import { getDocsQuery, harvestParameters } from './parameters.ts';
import { parsePackage } from './parse-package.ts';
import { read } from './read.ts';
import { openRemote, type RemoteCase } from './remote.ts';

/** The result of a harvest. */
type HarvestReport = {
  /** Ids of the frameworks that are stored now. */
  readonly frameworks: readonly string[];
  readonly saved: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Number of documents that the same harvest imported before it was interrupted, less than a day ago. */
  readonly resumed: number;
  readonly failed: readonly ImportFailure[];
  readonly losses: readonly Loss[];
};

/** The progress of a harvest. */
type Progress = { readonly documents: number; readonly objects: number };

/** A harvest with its parameters. */
type Harvest = {
  readonly remote: RemoteCase;
  readonly document: string | null;
  readonly caller: Caller;
  readonly owner: PublicKey | null;
  /** The entry that lists the documents that are done. */
  readonly bookmark: string;
  /** Whether to import finished documents again. */
  readonly restart: boolean;
};

/** How long an interrupted harvest can be continued. */
const RESUMABLE_MS = 24 * 60 * 60 * 1000;

/** Maximum number of documents in a bookmark, which is one entry of the store. */
const MAX_BOOKMARKED = 5000;

/** GET getDocs: the CFDocuments of another server, unchanged. */
export async function getDocs(ctx: Context, call: Call, openSend: () => Promise<OutboundSend>): Promise<Answer> {
  const { url } = parseWith(getDocsQuery, queryValues(queryOf(call.request), ['url']));
  const remote = openRemote(ctx.config, await openSend(), url, null);
  return jsonAnswer(await remote.firstPage(), { 'cache-control': 'no-store' });
}

/**
 * POST harvest: saves the frameworks of another server, one after the other. It reports failures and continues with the rest. It ends
 * when the client disconnects. If the response consists of events or lines, the client sees the progress.
 */
export async function postHarvest(ctx: Context, call: Call, openSend: () => Promise<OutboundSend>): Promise<Answer> {
  const payload = await readPayload(ctx, call);
  const given = parseWith(harvestParameters, { ...partsOf(payload), ...queryValues(queryOf(call.request), NAMES) });
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const owner = readOwner(ctx, given.owner);
  const { tokenUrl, clientId, clientSecret, scope } = given;
  if (
    (tokenUrl === undefined) !== (clientId === undefined) ||
    (clientId === undefined) !== (clientSecret === undefined)
  ) {
    throw new Problem('invalid-parameter', 'tokenUrl, clientId and clientSecret belong together.', {
      where: 'tokenUrl',
    });
  }
  const credentials =
    tokenUrl === undefined || clientId === undefined || clientSecret === undefined
      ? null
      : { tokenUrl, clientId, clientSecret, scope };
  const send = await openSend();
  const begin = (signal?: AbortSignal): Harvest => ({
    remote: openRemote(ctx.config, send, given.caseEndpoint, credentials, signal),
    document: given.dId ?? null,
    caller,
    owner,
    bookmark: bookmarkOf(given.caseEndpoint, given.dId ?? '', caller, owner),
    restart: given.restart === 'true',
  });
  if (asksForEvents(call.request)) {
    begin(); // refuses bad parameters before the response begins
    return events(ctx, call, begin);
  }
  if (!asksForProgress(call.request)) {
    const { signal } = call.request; // aborted when the client disconnects, if the platform tells
    const report = await harvest(ctx, call, begin(signal), () => signal.throwIfAborted());
    return jsonAnswer(report, { 'cache-control': 'no-store' });
  }
  const lines = createProgressLines(call, { documents: 0, objects: 0 });
  const { disconnected } = lines;
  const report = (progress: Progress): void => {
    disconnected.throwIfAborted();
    lines.report(progress);
  };
  return lines.answer(harvest(ctx, call, begin(disconnected), report));
}

const NAMES = ['caseEndpoint', 'dId', 'owner', 'restart'];

function partsOf(payload: Payload): Record<string, string> {
  const parts = [...NAMES, 'tokenUrl', 'clientId', 'clientSecret', 'scope'].flatMap((name): [string, string][] => {
    const text = partText(payload, name);
    return text === undefined ? [] : [[name, text]];
  });
  return Object.fromEntries(parts);
}

function events(ctx: Context, call: Call, begin: (signal: AbortSignal) => Harvest): Answer {
  return eventStreamAnswer(async (send, disconnected) => {
    try {
      const report = await harvest(ctx, call, begin(disconnected), (progress) => {
        disconnected.throwIfAborted();
        send('progress', JSON.stringify(progress));
      });
      send('report', JSON.stringify(report));
    } catch (error) {
      if (!disconnected.aborted) send('problem', JSON.stringify(problemDocument(toProblem(call.log, error), call.id)));
    }
  });
}

/** The bookmark of a harvest: different callers and owners have separate harvests. */
function bookmarkOf(endpoint: string, document: string, caller: Caller, owner: PublicKey | null): string {
  const keys = caller.proofs.map(({ key }) => key.id).toSorted();
  const text = JSON.stringify([endpoint, document, keys, owner?.id ?? null]);
  return `case-harvest/${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

async function harvest(
  ctx: Context,
  call: Call,
  { remote, document, caller, owner, bookmark, restart }: Harvest,
  report: (progress: Progress) => void,
): Promise<HarvestReport> {
  const done = new Set<string>(restart ? [] : doneIn((await ctx.keyValues.get(bookmark))?.value));
  const resumed = done.size;
  const total = { frameworks: [] as string[], saved: 0, unchanged: 0, removed: 0 };
  const failed: ImportFailure[] = [];
  const losses: Loss[] = [];
  let documents = 0;
  for await (const one of document === null ? remote.documents() : only(remote, document)) {
    documents++;
    const identifier = packageOfDocument(one);
    if (identifier === null) {
      const reason = 'A CFDocument of the other server has no identifier.';
      failed.push({ '@id': textIn(one, 'uri') ?? textIn(one, 'title') ?? '', status: 502, reason });
      continue;
    }
    if (done.has(identifier)) continue;
    try {
      const text = await remote.packageText(identifier);
      const result = await read(
        await parsePackage(text),
        foreignOnly(ctx),
        await resolverFor({ ...ctx, hold: call.hold }, text, caller),
      );
      const objects = total.saved + total.unchanged;
      const imported = await importFrameworks({ ...ctx, hold: call.hold }, result.frameworks, {
        caller,
        owner,
        dryRun: false,
        carries: carriesOf(text, ctx.config.bases),
        losses: result.losses,
        adapterKey: await adapterKeyOf(ctx, 'case'),
        progress: (taken) => {
          if (taken % PROGRESS_STEP === 0) report({ documents, objects: objects + taken });
        },
      });
      total.frameworks.push(...imported.ids);
      total.saved += imported.saved;
      total.unchanged += imported.unchanged;
      total.removed += imported.removed;
      for (const failure of imported.failed) failed.push(failure);
      for (const loss of imported.losses) losses.push(loss);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'store-unavailable' || error.code === 'overloaded') throw error;
      failed.push({ '@id': identifier, status: error.status, reason: error.message });
      continue;
    }
    done.add(identifier);
    const value = JSON.stringify([...done].slice(-MAX_BOOKMARKED));
    await ctx.keyValues.set(bookmark, value, { expires: ctx.now() + RESUMABLE_MS });
    report({ documents, objects: total.saved + total.unchanged });
  }
  await ctx.keyValues.delete(bookmark);
  return { ...total, resumed, failed, losses };
}

/** Number of objects between two reports of progress. */
const PROGRESS_STEP = 500;

async function* only(remote: RemoteCase, identifier: string): AsyncGenerator<JsonObject> {
  yield await remote.document(identifier);
}

/** The identifier of the package of a document; null without one. */
function packageOfDocument(document: JsonObject): string | null {
  const link = member(document, 'CFPackageURI');
  const identifier = typeof link === 'object' && link !== null && 'identifier' in link ? link.identifier : undefined;
  const own = typeof identifier === 'string' ? identifier : member(document, 'identifier');
  return typeof own === 'string' ? own : null;
}

function doneIn(value: string | undefined): readonly string[] {
  const done: unknown = value === undefined ? [] : JSON.parse(value);
  return Array.isArray(done) ? done.filter((one) => typeof one === 'string') : [];
}
