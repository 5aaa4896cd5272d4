import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { multipart, type Thing } from '../support/client.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { newThing, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

/** Inputs per parser: a hundredth of a per cent by default, all of them with CHECKS=full. */
const RUNS = process.env.CHECKS === 'full' ? 1_000_000 : 2000;
/** Random, and printed on failure: set FUZZ_SEED to repeat the inputs. */
const SEED = Number(process.env.FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31));
const AT_ONCE = 40;

const { server, client } = useServer({ LOG_LEVEL: 'error' });
const cast = useCast(server);
let hidden: Thing;

beforeAll(async () => {
  hidden = newThing(server, { name: 'hushed', '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] });
  await client.save(hidden);
});

/**
 * Sends inputs and expects of each an answer below 500 that gives nothing of the hidden object away; afterwards the
 * process is the same and well, and has logged no fault.
 */
async function fuzz<T>(
  inputs: fc.Arbitrary<T>,
  send: (input: T) => Promise<{ status: number; text: string }>,
): Promise<void> {
  for (let done = 0; done < RUNS; done += 2000) {
    const sample = fc.sample(inputs, { numRuns: Math.min(2000, RUNS - done), seed: SEED + done });
    await mapLimit(sample, AT_ONCE, async (input) => {
      const about = `FUZZ_SEED=${SEED}: ${fc.stringify(input).slice(0, 2000)}`;
      const { status, text } = await send(input).catch((error: unknown) => {
        throw new Error(about, { cause: error });
      });
      if (status < 200 || status >= 500 || text.includes('hushed')) {
        throw new Error(`${about} answered ${status} ${text.slice(0, 500)}`);
      }
    });
  }
  expect(server.process.exitCode).toBeNull();
  expect((await client.call('/livez')).status).toBe(200);
  expect((await client.call(shortId(hidden), { sheet: cast.sheets.reader })).json()).toEqual(hidden);
  expect(server.output()).not.toMatch(/failed unexpectedly|"level":[56]0/);
}

/** A text with some characters cut out, doubled, swapped for odd ones, or joined by others. */
function mutated(sources: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 12 }),
    insert: fc.oneof(fc.constant(''), fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom(...ODD)),
  });
  return fc.tuple(sources, fc.array(edit, { maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((result, { at, remove, insert }) => {
      const position = Math.floor(at * result.length);
      return result.slice(0, position) + insert + result.slice(position + remove);
    }, text),
  );
}

const ODD = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\u0000',
  '\r\n',
  '--',
  '%00',
  '%2f',
  '..',
  '\ud800',
  '1e999',
  '-0',
  'null',
  '__proto__',
  '"__proto__":{}',
  '*',
  '~',
  '(',
  ')',
  '@',
];

const objects = (): fc.Arbitrary<string> =>
  fc
    .record(
      {
        '@context': fc.oneof(
          { weight: 4, arbitrary: fc.constant<unknown>('https://schema.org') },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        '@type': fc.oneof(
          { weight: 4, arbitrary: fc.constant<unknown>('Thing') },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
        '@id': fc.oneof(fc.webUrl(), fc.constantFrom(`${server.api}data/T/fuzz/1`, shortId(hidden), hidden['@id'])),
        '@owner': fc.oneof(fc.constant([]), fc.constant([cast.owner.pem]), fc.jsonValue()),
        reader: fc.oneof(fc.constant([]), fc.constant([cast.reader.pem]), fc.jsonValue()),
        rest: fc.jsonValue({ maxDepth: 4 }),
      },
      { requiredKeys: [] },
    )
    .map((object) => JSON.stringify(object));

const DATA = '/api/data/schema.org.Thing/fuzz';
const SEARCH = '/api/sky/repo/search';

describe('inputs of chance and of malice', () => {
  test('C1 JSON bodies', async () => {
    const paths = fc.constantFrom(
      DATA,
      SEARCH,
      '/api/sky/repo/multiPut',
      '/api/sky/repo/multiGet',
      '/api/sky/repo/multiDelete',
      '/api/sky/id/commit',
    );
    const bodies = fc.oneof(mutated(objects()), objects(), fc.json(), fc.string({ unit: 'binary' }));
    await fuzz(fc.record({ path: paths, body: bodies }), ({ path, body }) => client.call(path, { json: body }));
  });

  test('C2 sheet headers', async () => {
    const sheets = fc.constantFrom(
      cast.sheets.other,
      JSON.stringify([...JSON.parse(cast.sheets.other), ...JSON.parse(cast.sheets.other)]),
      '[]',
      '{}',
    );
    // A header holds visible characters only; what no client can send needs no answer.
    const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');
    const texts = fc.oneof(mutated(sheets), fc.json(), fc.string()).map(printable);
    const calls = fc.record({
      text: texts,
      path: fc.constantFrom(shortId(hidden), `${SEARCH}?q=hushed`, `${shortId(hidden)}?history=true`),
    });
    await fuzz(calls, ({ text, path }) => client.call(path, { headers: { signatureSheet: text } }));
  });

  test('C3 multipart forms', async () => {
    const forms = fc.record(
      { data: objects(), signatureSheet: fc.constantFrom('[]', '', cast.sheets.other) },
      { requiredKeys: [] },
    );
    const texts = fc.oneof(mutated(forms.map((form) => multipart(form).text)), fc.string({ unit: 'binary' }));
    const types = fc.oneof(
      { weight: 4, arbitrary: fc.constant(multipart({}).type) },
      {
        weight: 1,
        arbitrary: fc.string().map((text) => `multipart/form-data; boundary=${text.replace(/[^\x21-\x7e]/g, '')}`),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('multipart/mixed; boundary=x7f3d9-boundary', 'application/x-www-form-urlencoded'),
      },
    );
    const calls = fc.record({
      text: texts,
      type: types,
      path: fc.constantFrom(DATA, SEARCH, '/api/sky/repo/multiPut'),
    });
    await fuzz(calls, ({ text, type, path }) => client.call(path, { body: text, headers: { 'content-type': type } }));
  });

  test('C4 PEM and DER', async () => {
    const der = Buffer.from(cast.other.pem.replace(/-----[^-]+-----/g, ''), 'base64');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array)),
      fc
        .array(fc.record({ at: fc.nat({ max: der.length - 1 }), value: fc.nat({ max: 255 }) }), { maxLength: 4 })
        .map((edits) => {
          const copy = Buffer.from(der);
          for (const { at, value } of edits) copy[at] = value;
          return copy;
        }),
      fc.nat({ max: der.length }).map((length) => der.subarray(0, length)),
    );
    const label = fc.constantFrom('PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE', '');
    const pems = fc.oneof(
      fc
        .record({ label, bytes })
        .map((part) => `-----BEGIN ${part.label}-----${part.bytes.toString('base64')}-----END ${part.label}-----`),
      mutated(fc.constant(cast.other.pem)),
    );
    const member = fc.constantFrom('@owner', 'owner', '@reader', 'reader');
    const places = fc.record({ pem: pems, member, nested: fc.boolean(), sheet: fc.boolean() });
    await fuzz(places, ({ pem, member: name, nested, sheet }) => {
      if (sheet) {
        const entries = JSON.parse(cast.sheets.other).map((entry: object) => ({ ...entry, '@owner': pem }));
        return client.call(shortId(hidden), { form: { signatureSheet: JSON.stringify(entries) } });
      }
      const lists = { [name]: [pem] };
      return client.call(DATA, {
        json: { ...THING, '@id': 'https://fuzz.example/pem', ...(nested ? { in: lists } : lists) },
      });
    });
  });

  test('C5 paths', async () => {
    const guid = shortId(hidden).replace(/^.*\//, '');
    const good = fc.constantFrom(
      `/api/data/schema.org.Thing/${guid}`,
      `/api/data//${guid}/1000`,
      '/api/data/%2e%2e/x',
      '/api/openapi/start.js',
      '/api/sky/repo/search',
      `/api/data/${encodeURIComponent(shortId(hidden))}`,
    );
    // Whatever a request line can carry: visible ASCII.
    const visible = (text: string): string => `/${text.replace(/[^\x21-\x7e]/g, '').replace(/^\/+/, '')}`;
    const paths = fc
      .oneof(
        mutated(good),
        fc.string({ maxLength: 60 }).map((text) => `/api/data/${text}`),
      )
      .map(visible);
    const methods = fc.constantFrom('GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT');
    await fuzz(fc.record({ path: paths, method: methods }), ({ path, method }) =>
      send({ port: server.port, method, path }),
    );
  });

  test('C6 C7 C8 C9 numbers, sorts, hints and queries of a search', async () => {
    const number = fc.oneof(
      fc.integer().map(String),
      fc.double().map(String),
      fc.string(),
      fc.constantFrom('9'.repeat(400), '-0', '1e1', '٣', '0x1', '+1', ' 1'),
    );
    const sort = fc.oneof(
      mutated(
        fc.constantFrom('[{"name.keyword":{"order":"asc","missing":"_last"}}]', '[{"@version":"desc"},"x"]', '"name"'),
      ),
      fc.json(),
    );
    const hint = fc.oneof(
      mutated(fc.constantFrom('*competency,*encryptedvalue', '-x,schema.org.thing', '*')),
      fc.string({ unit: 'binary' }),
    );
    const query = fc.oneof(
      mutated(
        fc.constantFrom(
          '@type:"Thing" OR (@context:"https://schema.org" AND @type:"Person")',
          '\\*owner:"x" AND NOT _exists_:y',
          'name:(a b)^2 +c -d "e f"~3',
          'x:[1 TO 5} y:>=3 z:{* TO 2]',
          'roam~2 a?b*c',
          `"${shortId(hidden)}"`,
        ),
      ),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...'ab:"*?~^()[]{}+-!/\\<>= TO'), maxLength: 60 }),
    );
    const searches = fc.record(
      { q: query, start: number, size: number, sort, index_hint: hint, cursor: fc.string() },
      { requiredKeys: [] },
    );
    const ways = fc.record({
      only: fc.constantFrom('q', 'sort', 'index_hint', 'start', 'size', 'cursor', ''),
      parameters: searches,
      form: fc.boolean(),
    });
    await fuzz(ways, ({ only, parameters, form }) => {
      // Mostly one parameter at a time, as one that is wrong would keep the others from being looked at.
      const given =
        only === '' ? parameters : Object.fromEntries(Object.entries(parameters).filter(([name]) => name === only));
      if (form) return client.call(SEARCH, { form: { searchParams: JSON.stringify(given) } });
      const wellFormed = Object.entries(given).map(([name, value]): [string, string] => [name, value.toWellFormed()]);
      return client.call(`${SEARCH}?${new URLSearchParams(wellFormed)}`);
    });
  });

  /** Bytes of HTTP that Node's own parser refuses get its bare 400; all else is ours to answer. */
  function send(request: RawRequest): Promise<{ status: number; text: string }> {
    return rawRequest(request);
  }
});
