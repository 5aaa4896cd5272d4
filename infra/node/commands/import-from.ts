import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { importPrivateKey, type PrivateKey } from '../../../shared/crypto/private-key.ts';
import { type CopyReport, copyFrom } from '../../../shared/transfer/copy-from.ts';
import { openSource, type SourceOptions } from '../../../shared/transfer/source-client.ts';
import { createCheckpoint } from './checkpoint.ts';
import { createProgressLine } from './progress-line.ts';
import { countsOf, printReport } from './report-text.ts';
import { withContext } from './service.ts';

/** What `import --from` is told. */
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
  const source: SourceOptions = { url: options.url, keys, secret, fetch, now: Date.now, wait };
  const progress = createProgressLine();
  let report: CopyReport;
  try {
    report = await withContext(async (ctx) => {
      const client = await openSource(source);
      const checkpoint = createCheckpoint(ctx.keyValues, client.base, keys);
      if (options.restart) await checkpoint.clear();
      const show = (now: CopyReport): void => progress.show(() => `Copying: ${objectsOf(now)}${countsOf(now)}`);
      return copyFrom(ctx, client, { window: options.window, checkpoint, progress: show });
    });
  } finally {
    progress.end();
  }
  process.stdout.write(explanation(report, keys.length > 0));
  printReport(report);
  return report.failedCount === 0 && report.missed.length === 0 ? 0 : 1;
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

/** What was copied and what cannot have been. */
function explanation({ way, objects, resumed, missed }: CopyReport, signed: boolean): string {
  if (way === 'export') return 'Copied the whole of the server by its export, deleted objects included.\n';
  const since = resumed ? ' since an earlier run stopped' : '';
  const hidden = signed
    ? 'Objects that the keys given may not read were not copied: the server does not show them.'
    : 'Objects that not everybody may read were not copied: give keys that may, with --key.';
  const gaps = missed.map((search) => `The server could not be brought to show all results of the search ${search}`);
  const lines = [
    `Copied ${objects} objects${since}.`,
    hidden,
    'Deleted objects are not shown by search: theirs stay behind.',
    ...gaps,
  ];
  return `${lines.join('\n')}\n`;
}
