import { sleep } from '../../shared/base/concurrency/sleep.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { parseWith } from '../../shared/base/schema/parameters.ts';
import { type CopyReport, copyFrom, NOTHING_COPIED } from '../../shared/exchange/transfer/copy.ts';
import { type CopyPreview, previewCopy } from '../../shared/exchange/transfer/copy-preview.ts';
import { openSource, type SourceClient } from '../../shared/exchange/transfer/source-client.ts';
import { WINDOW } from '../../shared/exchange/transfer/source-ids.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { Payload } from '../../shared/http/payload.ts';
import { asksForProgress, createProgressLines } from '../../shared/http/progress-answer.ts';
import type { CancellableControl } from '../../shared/repository/maintenance/operations.ts';
import type { AdminContext } from './context.ts';
import { asProblem, COPY_TIMEOUT_MS, type CopySource, fetchOf, openCopySource, readCopySource } from './copy-source.ts';
import { copyParameters } from './parameters.ts';
import { type Admin, isDryRun, textPart } from './require-admin.ts';

/** Limits of a preview: it must end before gateways stop waiting for the response. */
const MAX_PREVIEW_OBJECTS = 100_000;
const PREVIEW_TIMEOUT_MS = 15_000;

/** The result of a copy. */
type Result = CopyReport & { readonly cancelled: boolean };

/**
 * POST util/copy: copies the objects of another server, or counts the changes that a copy would make (`dryRun`). The copy continues
 * when the client disconnects, until it is done or cancelled; a later one continues where it stopped.
 */
export async function postCopy(
  ctx: AdminContext,
  call: Call,
  { by, payload }: Admin,
  openSend: () => Promise<OutboundSend>,
): Promise<Answer> {
  const { request, id: requestId, log } = call;
  const dryRun = isDryRun(request, payload);
  const source = readCopySource(ctx.config, parseWith(copyParameters, partsOf(payload)));
  const send = await openSend();
  const ended = AbortSignal.timeout(PREVIEW_TIMEOUT_MS);
  const client = await openCopySource(ctx, send, source, ended);
  if (dryRun) return jsonAnswer(await preview(ctx, client, source, ended), { 'cache-control': 'no-store' });
  const lines = asksForProgress(request) ? createProgressLines(call, NOTHING_COPIED) : null;
  const { result } = await ctx.operations.start<Result, CopyReport>(
    { name: 'copy', dryRun: false, by, requestId },
    (control) => copy(ctx, send, source, control),
    lines?.report,
  );
  log.warn('AUTH', 'An admin copies the objects of another server', { by, from: source.base });
  return lines === null ? jsonAnswer(await result, { 'cache-control': 'no-store' }) : lines.answer(result);
}

/** DELETE util/copy: cancels the copy that is running at any instance. Copied objects stay. */
export async function deleteCopy(ctx: AdminContext): Promise<Answer> {
  return jsonAnswer({ cancelled: await ctx.operations.records.cancel('copy') }, { 'cache-control': 'no-store' });
}

function partsOf(payload: Payload): Record<string, string> {
  const parts = ['from', 'sourceSecret'].flatMap((name): [string, string][] => {
    const text = textPart(payload, name);
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(parts);
}

async function preview(
  ctx: AdminContext,
  client: SourceClient,
  { secret }: CopySource,
  ended: AbortSignal,
): Promise<CopyPreview & { readonly way: CopyReport['way']; readonly tookMs: number }> {
  const began = ctx.now();
  const mayContinue = (): boolean => !ended.aborted;
  try {
    const found = await previewCopy(ctx, client, { window: WINDOW, maxObjects: MAX_PREVIEW_OBJECTS, mayContinue });
    return { way: secret === null ? 'search' : 'export', ...found, tookMs: Math.max(0, ctx.now() - began) };
  } catch (error) {
    throw asProblem(error);
  }
}

async function copy(
  ctx: AdminContext,
  send: OutboundSend,
  { base, secret }: CopySource,
  { cancelled, report, throwIfEnded }: CancellableControl<CopyReport>,
): Promise<Result> {
  let latest = NOTHING_COPIED;
  const progress = (now: CopyReport): void => {
    latest = now;
    report(now);
    throwIfEnded();
    cancelled.throwIfAborted();
  };
  try {
    const client = await openSource({
      base,
      secret,
      keys: [],
      now: ctx.now,
      fetch: fetchOf(ctx, send, COPY_TIMEOUT_MS),
      ended: cancelled,
      async wait(delayMs) {
        await sleep(delayMs, cancelled);
        cancelled.throwIfAborted();
      },
    });
    return { ...(await copyFrom(ctx, client, { window: WINDOW, progress })), cancelled: false };
  } catch (error) {
    if (cancelled.aborted) return { ...latest, cancelled: true };
    throw asProblem(error);
  }
}
