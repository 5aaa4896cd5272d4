import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group, PlatformParts } from '../group.ts';
import { packageSchema } from './case-package.ts';
import { oaiEndpoints } from './endpoints.ts';
import { envelopeOf, errorAnswer } from './envelope.ts';
import { OaiError } from './errors.ts';
import { getRecord, listMetadataFormats } from './get-record.ts';
import { identify } from './identify.ts';
import { listed } from './list.ts';
import { listSets } from './list-sets.ts';
import { createWriter } from './metadata.ts';
import { type OaiRequest, readRequest } from './request.ts';

/** What everybody may read, for harvesters: the Open Archives Initiative Protocol for Metadata Harvesting 2.0. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, _ctx, platform) {
    const harvest = (ctx: Context, call: Call): Promise<Answer> => answerTo(ctx, call, platform);
    serve(oaiEndpoints, {
      harvest,
      harvestByPost: harvest,
      packageSchema: (): Answer => ({ status: 200, headers: HEADERS, body: packageSchema() }),
    });
  },
};

const HEADERS = { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-cache' };

/** Errors of the protocol are answers with the status 200 (OAI-PMH 2.0, 3.6). */
async function answerTo(ctx: Context, call: Call, platform: PlatformParts): Promise<Answer> {
  const baseUrl = `${ctx.config.bases[0]}oai`;
  const now = ctx.now(); // before the store is read: what changes later is not missed by a harvester that continues from here
  let request: OaiRequest | null = null;
  try {
    request = await readRequest(call);
    const { begin, end } = envelopeOf(request, baseUrl, now);
    const memory = call.keep(0);
    try {
      const pieces = around(await contents({ ...ctx, hold: memory.hold }, call, request, { baseUrl, platform }), end);
      const { value: first = '' } = await pieces.next();
      return { status: 200, headers: HEADERS, body: textStream(pieces, memory.release, begin + first) };
    } catch (error) {
      memory.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    const isOfRequest = error.code === 'badVerb' || error.code === 'badArgument';
    return { status: 200, headers: HEADERS, body: errorAnswer(error, isOfRequest ? null : request, baseUrl, now) };
  }
}

type Service = { readonly baseUrl: string; readonly platform: PlatformParts };

async function contents(
  ctx: Context & { readonly hold: Call['hold'] },
  call: Call,
  request: OaiRequest,
  { baseUrl, platform }: Service,
): Promise<AsyncIterable<string> | readonly string[]> {
  switch (request.verb) {
    case 'Identify':
      return [await identify(ctx, baseUrl)];
    case 'ListMetadataFormats':
      return [await listMetadataFormats(ctx, request)];
    case 'ListSets':
      return listSets(ctx, request);
    case 'GetRecord':
      return getRecord(ctx, request, createWriter(ctx, call, platform));
    case 'ListIdentifiers':
    case 'ListRecords':
      return listed(ctx, request, createWriter(ctx, call, platform));
  }
}

async function* around(pieces: AsyncIterable<string> | readonly string[], end: string): AsyncGenerator<string> {
  yield* pieces;
  yield end;
}
