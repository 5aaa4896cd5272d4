import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { md5Hex } from '../../base/crypto/md5.ts';
import { limitedResponse } from '../../base/outbound/limited-response.ts';
import { type CopyReport, copyFrom } from './copy.ts';
import { exportPart } from './export-lines.ts';
import { SourceError } from './retry.ts';
import type { SourceClient } from './source-client.ts';
import { RefusedPart } from './source-parts.ts';
import { openRepository, type Repository, thing } from './testing/transfer.ts';

const OBJECTS = 'https://example.org/objects';
const NDJSON = { 'content-type': 'application/x-ndjson' };
const BASE = 'https://source.example/api/';

/** Where every version of the service stores the checkpoint of a copy from that server, without keys. */
const CHECKPOINT = `copy:${bytesToHex(sha256(utf8ToBytes(JSON.stringify([BASE]))))}`;

let directory: string;
let from: Repository;
let to: Repository;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'copies-'));
  [from, to] = await Promise.all([openRepository(join(directory, 'from')), openRepository(join(directory, 'to'))]);
  await from.save(...Array.from({ length: 20 }, (_, index) => thing(`${OBJECTS}/o${index}`)));
  await from.keepIdentities('ada', 'eve');
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
  await rm(directory, { recursive: true });
});

/** Responses of a server's export; null: some lines at a time. */
type Answers = (cursor: string | null, request: number) => Response | Promise<Response> | null;

/** A server with an export. Its searches return nothing. */
function server(answers: Answers = () => null) {
  const asked: (string | null)[] = [];
  const client: SourceClient = {
    base: BASE,
    proves: true,
    post: async () => ({ status: 200, headers: new Headers(), text: '[]' }),
    async get(path) {
      const cursor = new URL(path, client.base).searchParams.get('cursor');
      asked.push(cursor);
      return answers(cursor, asked.length) ?? part(cursor);
    },
  };
  return { client, asked };
}

async function part(cursor: string | null): Promise<Response> {
  try {
    const { bytes, next } = await exportPart(from.ctx, cursor, 500);
    const link = next === null ? {} : { link: `<?maxBytes=500&cursor=${next}>; rel="next"` };
    return new Response(bytes, { headers: { ...NDJSON, ...link } });
  } catch {
    return Response.json({ detail: 'cursor: is none.' }, { status: 400 });
  }
}

/** A response whose connection breaks in the middle of a line, as `createOutboundFetch` returns it. */
function broken(): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`${JSON.stringify(thing(`${OBJECTS}/o1`))}\n{"object":`));
      controller.error(new TypeError('terminated'));
    },
  });
  const limits = { maxBytes: null, types: null };
  return limitedResponse(new Response(body, { headers: NDJSON }), limits, new URL(BASE));
}

function copy(client: SourceClient): Promise<CopyReport> {
  return copyFrom(to.ctx, client, { window: 100, progress: () => undefined });
}

const saved = async (): Promise<string | null> => (await to.ctx.keyValues.get(CHECKPOINT))?.value ?? null;

describe('a copy by export', () => {
  it('imports all parts, and reports their sum', async () => {
    const { client, asked } = server();
    expect(await copy(client)).toMatchObject({ way: 'export', noExport: null, resumed: false, read: 22, restored: 22 });
    expect(asked.length).toBeGreaterThan(5);
    expect(await to.exported()).toEqual(await from.exported());
    expect(await saved()).toBeNull();
  });

  it('imports the single response of a server without parts', async () => {
    const whole = (await from.exported()).map((line) => `${line}\n`).join('');
    const { client, asked } = server(() => new Response(whole, { headers: NDJSON }));
    expect(await copy(client)).toMatchObject({ way: 'export', restored: 22 });
    expect(asked).toHaveLength(1);
  });

  it('repeats only the request of a part whose connection breaks', async () => {
    const { client, asked } = server((_, request) => (request === 3 || request === 4 ? broken() : null));
    expect(await copy(client)).toMatchObject({ way: 'export', read: 22, failedCount: 0 });
    expect(await to.exported()).toEqual(await from.exported());
    expect(asked[2]).not.toBeNull();
    expect([asked[3], asked[4]]).toEqual([asked[2], asked[2]]);
    expect(new Set(asked).size).toBe(asked.length - 2);
  });

  it('fails at a part whose connection breaks each time, and resumes there when it is run again', async () => {
    const cut = server((_, request) => (request >= 3 ? broken() : null));
    await expect(copy(cut.client)).rejects.toThrow('The export broke off each time it was asked for.');
    const { client, asked } = server();
    expect(await copy(client)).toMatchObject({ way: 'export', resumed: true });
    expect(asked[0]).toBe(cut.asked[2]);
    expect(await to.exported()).toEqual(await from.exported());
    expect(await saved()).toBeNull();
  });

  it('starts again when the server rejects the checkpoint, or the checkpoint is that of a search', async () => {
    for (const text of ['{"export":"bm9uZQ"}', '{"cursor":"x"}', '{"version":5}', 'nonsense']) {
      await to.ctx.keyValues.set(CHECKPOINT, text);
      expect(await copy(server().client)).toMatchObject({ way: 'export', resumed: false, read: 22 });
    }
  });

  it.each([
    [401, 'not-admin'],
    [403, 'not-admin'],
    [404, 'not-offered'],
    [405, 'not-offered'],
  ] as const)('falls back to search if the server answers %d, and reports that', async (status, noExport) => {
    await to.ctx.keyValues.set(CHECKPOINT, '{"export":"x"}');
    const { client } = server(() => new Response('no', { status }));
    expect(await copy(client)).toMatchObject({ way: 'search', noExport, resumed: false, read: 0 });
  });

  it('falls back to search when the server responds with a web page', async () => {
    const { client } = server(() => new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    expect(await copy(client)).toMatchObject({ way: 'search', noExport: 'not-offered' });
  });

  it.each([400, 413, 419, 429, 451, 500, 503])('fails with the detail of a response with status %d', async (status) => {
    const { client } = server(() => Response.json({ detail: 'It cannot be sent.' }, { status }));
    const words = `https://source.example/api/util/export answered ${status}: It cannot be sent.`;
    await expect(copy(client)).rejects.toThrow(new RefusedPart(status, words));
  });

  it('fails when the server refuses a later part, and keeps the earlier ones', async () => {
    const { client } = server((_, request) => (request === 3 ? new Response('no', { status: 401 }) : null));
    await expect(copy(client)).rejects.toThrow('but not the next one');
    expect((await to.exported()).length).toBeGreaterThan(2);
    expect(await saved()).toContain('"export"');
  });
});

describe('a copy by search', () => {
  /** A server with a page of its search for each of these objects, which fails for one of them. */
  function searchable(names: readonly string[], failing: string | null = null) {
    const asked: string[] = [];
    const client: SourceClient = {
      base: BASE,
      proves: false,
      get: () => Promise.reject(new Error('There is no export.')),
      async post(path) {
        asked.push(path);
        const page = /search(?:\?cursor=(\d+))?$/.exec(path);
        if (page === null) {
          const name = names.find((one) => path.includes(md5Hex(`${OBJECTS}/${one}`)));
          if (name === failing) throw new SourceError('The server cannot be reached.');
          return { status: 200, headers: new Headers(), text: JSON.stringify([thing(`${OBJECTS}/${name}`)]) };
        }
        const index = Number(page[1] ?? 0);
        const headers = new Headers(index < names.length - 1 ? { link: `<?cursor=${index + 1}>; rel="next"` } : {});
        return { status: 200, headers, text: JSON.stringify([`${OBJECTS}/${names[index]}`]) };
      },
    };
    return { client, asked };
  }

  it('continues after the last whole page when it was interrupted', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await expect(copy(searchable(names, 'c').client)).rejects.toThrow('cannot be reached');
    expect(await saved()).toBe('{"cursor":"2"}');
    const { client, asked } = searchable(names);
    expect(await copy(client)).toMatchObject({ way: 'search', noExport: null, resumed: true, objects: 2, restored: 2 });
    expect(asked[0]).toBe('sky/repo/search?cursor=2');
    expect((await to.exported()).length).toBe(4);
    expect(await saved()).toBeNull();
  });

  it('begins again on request', async () => {
    await to.ctx.keyValues.set(CHECKPOINT, '{"cursor":"2"}');
    const { client } = searchable(['a', 'b', 'c', 'd']);
    const report = await copyFrom(to.ctx, client, { window: 100, restart: true, progress: () => undefined });
    expect(report).toMatchObject({ resumed: false, objects: 4, restored: 4 });
  });

  it('has its own checkpoint for each set of keys', async () => {
    await to.ctx.keyValues.set(CHECKPOINT, '{"cursor":"2"}');
    const { client } = searchable(['a', 'b']);
    const report = await copyFrom(to.ctx, client, { window: 100, keyIds: ['key'], progress: () => undefined });
    expect(report).toMatchObject({ resumed: false, objects: 2 });
    expect(await saved()).toBe('{"cursor":"2"}');
  });
});
