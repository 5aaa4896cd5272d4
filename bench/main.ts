/**
 * Measures the service against the raw limit of the same work in the same run: `npm run bench`. `--only reads|writes|search`
 * runs one part, `--json` prints JSON.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchReads } from './reads.ts';
import type { Result } from './result.ts';
import { benchSearch } from './search.ts';
import { benchWrites } from './writes.ts';

const PARTS = { reads: benchReads, writes: benchWrites, search: benchSearch };

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean', default: false } } });
const results: Result[] = [];
for (const [name, bench] of Object.entries(PARTS)) {
  if (values.only === undefined || values.only === name) results.push(...(await bench()));
}
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
if (values.json) {
  console.log(JSON.stringify({ machine, results }, null, 2));
} else {
  console.log(`${machine}\n`);
  console.log('| what | unit | bare | service | ratio | per CPU second | target |\n|---|---|---|---|---|---|---|');
  for (const { name, unit, bare, service, ratio, cpuRatio, target } of results) {
    const figures = [
      bare.toFixed(0),
      service.toFixed(0),
      percent(ratio),
      cpuRatio === null ? '' : percent(cpuRatio),
      percent(target),
    ];
    console.log(`| ${[name, unit, ...figures].join(' | ')} |`);
  }
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
