/** Writes the table of round trips into docs/use/exchange.md (`npm run docs:exchange`); a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Framework, Loss } from '../../shared/exchange/frameworks/model.ts';
import { CONTENTS, frameworkOf } from '../../test/support/exchange-contents.ts';
import { FORMATS } from '../../test/support/exchange-formats.ts';

const FILE = new URL('../../docs/use/exchange.md', import.meta.url);

const BEGIN = '<!-- Made by `npm run docs:exchange` from test/support/exchange-contents.ts. -->';
const END = '<!-- End of the table. -->';

/** The formats of the table: the syntaxes of ASN keep the same. */
const COLUMNS: Readonly<Record<string, string>> = {
  'CTDL-ASN': 'CTDL-ASN',
  ASN: 'ASN (RDF/XML)',
  'CASE 1.0': 'CASE 1.0',
  'CASE 1.1': 'CASE 1.1',
};

/** The framework as a format gives it back, and what the losses name. */
async function through(name: string, framework: Framework): Promise<{ framework: Framework; losses: readonly Loss[] }> {
  const format = FORMATS[COLUMNS[name] ?? name];
  if (format === undefined) throw new Error(`${name} is not a format.`);
  const { text, losses } = format.write(framework);
  const read = await format.read(text, framework);
  return { framework: read.framework, losses: [...losses, ...read.losses] };
}

/** The tables, one for each first format: for every second format, and every kind of content, whether it is the same after both. */
export async function exchangeTable(): Promise<string> {
  const names = Object.keys(COLUMNS);
  const tables: string[] = [];
  for (const from of names) {
    const rows = [[`First ${from}, then`, ...names]];
    for (const { name, isKept } of CONTENTS) {
      rows.push([name, ...(await Promise.all(names.map((to) => survives(from, to, isKept))))]);
    }
    const [header = '', ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`);
    tables.push([header, `|${'---|'.repeat(names.length + 1)}`, ...others].join('\n'));
  }
  return [BEGIN, await lossTable(), ...tables, END].join('\n\n');
}

async function survives(from: string, to: string, isKept: (framework: Framework) => boolean): Promise<string> {
  const once = await through(from, frameworkOf());
  const twice = await through(to, once.framework);
  return isKept(twice.framework) ? 'kept' : 'lost';
}

/** What each format cannot express of the framework with every kind of content, as `losses` names it. */
async function lossTable(): Promise<string> {
  const rows: string[] = [];
  for (const name of Object.keys(COLUMNS)) {
    const { losses } = await through(name, frameworkOf());
    const named = [...new Set(losses.map(({ property }) => `\`${property}\``))].sort();
    rows.push(`| ${name} | ${named.join(', ') || 'nothing'} |`);
  }
  return ['| Format | Named by `losses` |', '|---|---|', ...rows].join('\n');
}

/** The table in docs/use/exchange.md. */
export function committedExchangeTable(): string {
  const page = readFileSync(FILE, 'utf8');
  return page.slice(page.indexOf(BEGIN), page.indexOf(END) + END.length);
}

if (import.meta.main) {
  const page = readFileSync(FILE, 'utf8');
  writeFileSync(FILE, page.replace(committedExchangeTable(), await exchangeTable()));
}
