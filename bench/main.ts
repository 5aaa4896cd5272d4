/**
 * Measures the service against the raw limit of the same work in the same run: `npm run bench`. `--store sqlite|opensearch`
 * says on which store, `--json` prints JSON, and `--only` runs one part: `reads`, `writes`, `search`, `exchange`, `records`, `editor`,
 * `learners`, `start`, `cold`, `sign-on`, `observers`, `mcp` or `profile`; on OpenSearch `reads`, `writes`, `search`, `exchange`, `calls`,
 * `transports`, `bell` or `follow`. Only when they are named: `peers`, `bulk`, `vectors`, and `scale` on either store, with `--objects` for the
 * numbers of objects of the last three, and `meaning`, with `--model` for a directory with an embedding model, on the running service of
 * `SERVICE_URL`, such as `http://127.0.0.1:3000/`, where it is set.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchBulk } from './bulk.ts';
import { benchCold } from './cold/cold.ts';
import { benchEditor } from './editor.ts';
import { benchExchange } from './exchange.ts';
import { benchLearners } from './learners.ts';
import { benchMcp } from './mcp.ts';
import { benchMeaning } from './meaning/meaning.ts';
import { printQuality } from './meaning/quality.ts';
import { benchObservers } from './observers.ts';
import { benchBell } from './opensearch/bell.ts';
import { countCalls } from './opensearch/calls.ts';
import { startEngine } from './opensearch/engine.ts';
import { benchFollowing } from './opensearch/follow.ts';
import { benchReads as benchOpenSearchReads } from './opensearch/reads.ts';
import { benchSearch as benchOpenSearchSearch } from './opensearch/search.ts';
import { benchTransports } from './opensearch/transports.ts';
import { benchWrites as benchOpenSearchWrites } from './opensearch/writes.ts';
import { benchPeers, printPeers } from './peers/peers.ts';
import { benchProfiles } from './profile.ts';
import { benchReads } from './reads.ts';
import { benchBadges, benchRecords } from './records.ts';
import { benchReplication } from './replication.ts';
import type { Count, Result } from './result.ts';
import { benchScale, printScale } from './scale.ts';
import { benchSearch } from './search.ts';
import { benchSignOn } from './sign-on.ts';
import { benchStart } from './start.ts';
import { benchVectors } from './vectors.ts';
import { benchWrites } from './writes.ts';

const text = { type: 'string' } as const;
const options = {
  store: { ...text, default: 'sqlite' },
  only: text,
  model: text,
  objects: { ...text, default: '100000,300000,1000000' },
  json: { type: 'boolean', default: false },
} as const;
const { values } = parseArgs({ options });
const results: Result[] = [];
const counts: Count[] = [];
const wanted = (part: string): boolean => values.only === undefined || values.only === part;

if (values.only === 'scale') await scale();
else if (values.only === 'meaning') await meaning();
else if (values.store === 'opensearch') await benchOpenSearch();
else if (values.store === 'sqlite') await benchSqlite();
else throw new Error(`--store is sqlite or opensearch, not ${values.store}.`);
print();

async function scale(): Promise<void> {
  const store = values.store === 'opensearch' ? 'opensearch' : 'sqlite';
  console.log(printScale(await benchScale(store, values.objects.split(',').map(Number))));
}

async function meaning(): Promise<void> {
  const url = process.env['SERVICE_URL'];
  console.log(printQuality(await benchMeaning(url ? `${url}api/` : null, values.model ?? null)));
}

async function benchSqlite(): Promise<void> {
  if (values.only === 'peers') console.log(printPeers(await benchPeers(process.env)));
  if (values.only === 'bulk') counts.push(...(await benchBulk(Number(values.objects.split(',')[0]))));
  if (values.only === 'vectors') counts.push(...(await benchVectors(Number(values.objects.split(',')[0]))));
  if (wanted('reads')) results.push(...(await benchReads()));
  if (wanted('writes')) results.push(...(await benchWrites()));
  if (wanted('search')) results.push(...(await benchSearch()));
  if (wanted('exchange')) results.push(...(await benchExchange('sqlite')));
  if (wanted('records')) {
    const records = await benchRecords();
    results.push(...records.results, ...(await benchReplication()));
    counts.push(...records.counts, ...(await benchBadges()));
  }
  if (wanted('editor')) counts.push(...(await benchEditor()));
  if (wanted('learners')) counts.push(...(await benchLearners()));
  if (wanted('start')) counts.push(...(await benchStart()));
  if (wanted('sign-on')) counts.push(...(await benchSignOn()));
  if (wanted('observers')) counts.push(...(await benchObservers()));
  if (wanted('mcp')) results.push(...(await benchMcp()));
  if (wanted('cold')) counts.push(...(await benchCold()));
  if (wanted('profile')) {
    const profiles = await benchProfiles();
    results.push(...profiles.results);
    counts.push(...profiles.counts);
  }
}

async function benchOpenSearch(): Promise<void> {
  if (wanted('exchange')) results.push(...(await benchExchange('opensearch')));
  if (values.only === 'exchange') return;
  const engine = await startEngine();
  try {
    if (wanted('calls')) counts.push(...(await countCalls(engine)));
    if (wanted('transports')) counts.push(...(await benchTransports(engine)));
    if (wanted('reads')) results.push(...(await benchOpenSearchReads(engine)));
    if (wanted('writes')) results.push(...(await benchOpenSearchWrites(engine)));
    if (wanted('search')) results.push(...(await benchOpenSearchSearch(engine)));
    if (wanted('bell')) results.push(...(await benchBell(engine)));
    if (wanted('follow')) results.push(...(await benchFollowing(engine)));
  } finally {
    await engine.stop();
  }
}

function print(): void {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  if (values.json) {
    console.log(JSON.stringify({ machine, results, counts }, null, 2));
    return;
  }
  console.log(`${machine}\n`);
  if (results.length > 0) {
    console.log('| what | unit | bare | service | ratio | per CPU second | target |\n|---|---|---|---|---|---|---|');
  }
  for (const { name, unit, bare, service, ratio, cpuRatio, target, less } of results) {
    const figures = [
      bare.toFixed(0),
      service.toFixed(0),
      percent(ratio),
      cpuRatio === null ? '' : percent(cpuRatio),
      less ? `at most ${percent(target)}` : percent(target),
    ];
    console.log(`| ${[name, unit, ...figures].join(' | ')} |`);
  }
  for (const { name, count, most } of counts) console.log(`${name}: ${count.toFixed(2)} (at most ${most})`);
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}
