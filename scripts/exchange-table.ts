/** Writes the table of round trips into docs/exchange.md (`npm run docs:exchange`); a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { read as readAsn } from '../functions/asn/read.ts';
import { serialize } from '../functions/asn/serialize.ts';
import { fromQuad } from '../functions/asn/triples.ts';
import { write as writeAsn } from '../functions/asn/write.ts';
import type { CaseVersion } from '../functions/case/addresses.ts';
import { parsePackage } from '../functions/case/parse-package.ts';
import { read as readCase } from '../functions/case/read.ts';
import { writePackage } from '../functions/case/write.ts';
import { read as readCtdlAsn } from '../functions/ctdl-asn/read.ts';
import { write as writeCtdlAsn } from '../functions/ctdl-asn/write.ts';
import { md5Hex } from '../shared/crypto/md5.ts';
import type { Framework } from '../shared/frameworks/model.ts';
import { loadBundled } from '../shared/json-ld/document-loader.ts';
import type { Json } from '../shared/linked-data/json.ts';
import { parse } from '../shared/rdf/parse.ts';
import { CONTENTS, frameworkOf } from '../test/support/exchange-contents.ts';

const FILE = new URL('../docs/exchange.md', import.meta.url);

const BEGIN = '<!-- Made by `npm run docs:exchange` from test/support/exchange-contents.ts. -->';
const END = '<!-- End of the table. -->';

/** Writes a framework in a format, and reads what was written. */
type RoundTrip = (framework: Framework) => Promise<Framework | undefined>;

/** Every format that frameworks are imported from and exported to. */
const FORMATS: Readonly<Record<string, RoundTrip>> = {
  async 'CTDL-ASN'(framework) {
    const nodes = JSON.parse(JSON.stringify([...writeCtdlAsn(framework).nodes])) as Json[];
    return (await readCtdlAsn(nodes)).frameworks[0];
  },
  async ASN(framework) {
    const text = [...serialize(writeAsn(framework, []), 'rdf-xml')].join('');
    return (await readAsn((await parse(text, 'rdf-xml', loadBundled)).map(fromQuad))).frameworks[0];
  },
  'CASE 1.0': (framework) => throughCase(framework, 'v1p0'),
  'CASE 1.1': (framework) => throughCase(framework, 'v1p1'),
};

/** Addresses of the service that wrote a package are those of its objects. */
async function throughCase(framework: Framework, version: CaseVersion): Promise<Framework | undefined> {
  const base = 'https://here.example/api/';
  const text = [...writePackage(framework, { base, version, losses: [] })].join('');
  const ids = new Map([framework.root, ...framework.members].map(({ id }) => [md5Hex(id), id]));
  const resolve = (uri: string): string | null => {
    const name = uri.startsWith(base) ? uri.slice(uri.lastIndexOf('/') + 1) : null;
    return name === null ? uri : (ids.get(name) ?? null);
  };
  return (await readCase(await parsePackage(text), resolve)).frameworks[0];
}

/** The tables, one for each first format: for every second format, and every kind of content, whether it is the same after both. */
export async function exchangeTable(): Promise<string> {
  const names = Object.keys(FORMATS);
  const tables: string[] = [];
  for (const from of names) {
    const rows = [[`First ${from}, then`, ...names]];
    for (const { name, isKept } of CONTENTS) {
      rows.push([name, ...(await Promise.all(names.map((to) => survives(from, to, isKept))))]);
    }
    const [header = '', ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`);
    tables.push([header, `|${'---|'.repeat(names.length + 1)}`, ...others].join('\n'));
  }
  return [BEGIN, ...tables, END].join('\n\n');
}

async function survives(from: string, to: string, isKept: (framework: Framework) => boolean): Promise<string> {
  const once = await FORMATS[from]?.(frameworkOf());
  const twice = once && (await FORMATS[to]?.(once));
  return twice !== undefined && isKept(twice) ? 'kept' : 'lost';
}

/** The table in docs/exchange.md. */
export function committedExchangeTable(): string {
  const page = readFileSync(FILE, 'utf8');
  return page.slice(page.indexOf(BEGIN), page.indexOf(END) + END.length);
}

if (import.meta.main) {
  const page = readFileSync(FILE, 'utf8');
  writeFileSync(FILE, page.replace(committedExchangeTable(), await exchangeTable()));
}
