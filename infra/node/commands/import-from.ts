import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../../shared/base/config/config.ts';
import { importPrivateKey, type PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { allBelow } from '../../../shared/base/outbound/allow-list.ts';
import { createOutboundFetch } from '../../../shared/base/outbound/outbound-fetch.ts';
import { type CopyReport, copyFrom } from '../../../shared/exchange/transfer/copy.ts';
import { openSource, sourceBase } from '../../../shared/exchange/transfer/source-client.ts';
import { createOutboundSend } from '../outbound-send.ts';
import { countsOf, createProgressLine, printReport } from './progress.ts';
import { withContext } from './service.ts';

/** Options of `import --from`. */
export type ImportFromOptions = {
  readonly url: string;
  readonly keyFiles: readonly string[];
  readonly secretFile: string | null;
  readonly window: number;
  readonly restart: boolean;
};

/** Copies all objects of another server. @returns the exit code */
export async function importFrom(options: ImportFromOptions): Promise<number> {
  const keys = await Promise.all(options.keyFiles.map(readKeyFile));
  const secret = options.secretFile === null ? null : (await readFile(options.secretFile, 'utf8')).trim();
  const base = sourceBase(options.url);
  const progress = createProgressLine();
  let report: CopyReport;
  try {
    report = await withContext(async (ctx) => {
      const client = await openSource({
        base,
        keys,
        secret,
        fetch: sourceFetch(ctx.config, base),
        now: Date.now,
        wait,
      });
      const keyIds = keys.map((key) => key.publicKey.id);
      const show = (now: CopyReport): void => progress.show(() => `Copying: ${objectsOf(now)}${countsOf(now)}`);
      const { window, restart } = options;
      return copyFrom(ctx, client, { window, keyIds, restart, progress: show });
    });
  } finally {
    progress.end();
  }
  process.stdout.write(explanation(report, keys.length > 0));
  printReport(report);
  // With the secret, a copy by search is incomplete.
  const whole = report.way === 'export' || secret === null;
  return whole && report.failedCount === 0 && report.missed.length === 0 ? 0 : 1;
}

/** Fetches from the server that the operator named. Addresses to which that server redirects are treated as chosen by others. */
function sourceFetch(
  { outbound: { allowed, trusted } }: Pick<Config, 'outbound'>,
  base: string,
): typeof globalThis.fetch {
  const policy = { allowed, trusted: [...trusted, allBelow(new URL(base).origin)] };
  return createOutboundFetch(policy, { maxBytes: null, types: null, timeoutMs: null }, createOutboundSend());
}

async function readKeyFile(file: string): Promise<PrivateKey> {
  const pem = await readFile(file, 'utf8');
  try {
    return await importPrivateKey(pem);
  } catch (error) {
    throw new Error(`"${file}" cannot be used as a key. ${error instanceof Error ? error.message : ''}`.trim());
  }
}

function objectsOf({ way, objects }: CopyReport): string {
  return way === 'search' ? `${objects} objects, ` : '';
}

const NO_EXPORT: Readonly<Record<NonNullable<CopyReport['noExport']>, string>> = {
  'not-offered': 'The server has no export, which would contain everything, so its search was used instead.',
  'not-admin': 'The server refused the admin credentials that its export needs, so its search was used instead.',
};

/** The copied objects, and those that could not be copied. */
function explanation({ way, noExport, objects, resumed, missed }: CopyReport, signed: boolean): string {
  const since = resumed ? ' since an earlier run stopped' : '';
  if (way === 'export') {
    return `Copied everything from the server by its export${since}, including deleted objects and stored identities.\n`;
  }
  const hidden = signed
    ? 'Objects that the keys may not read were not copied: the server does not show them.'
    : 'Objects that are not public were not copied: name keys that may read them with --key.';
  const gaps = missed.map((search) => `The server did not show all results of the search ${search}`);
  const lines = [
    ...(noExport === null ? [] : [NO_EXPORT[noExport]]),
    `Copied ${objects} objects${since}.`,
    hidden,
    'Deleted objects, further names of objects and stored identities were not copied: search does not show them.',
    ...gaps,
  ];
  return `${lines.join('\n')}\n`;
}
