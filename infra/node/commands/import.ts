import { parseArgs } from 'node:util';
import { importLines } from '../../../shared/exchange/transfer/import-lines.ts';
import type { TransferReport } from '../../../shared/exchange/transfer/report.ts';
import { readBytes } from './files.ts';
import { type ImportFromOptions, importFrom } from './import-from.ts';
import { countsOf, createProgressLine, printReport } from './progress.ts';
import { withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Imports objects from a file or another server. @returns the exit code */
export async function importCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      secret: { type: 'string' },
      window: { type: 'string', default: '10000' },
      restart: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const { from, key, secret, window, restart } = values;
  if (from !== undefined) {
    if (positionals.length > 0) throw new UsageError('import takes a file or --from, not both.');
    return importFrom({ url: from, keyFiles: key, secretFile: secret ?? null, window: windowOf(window), restart });
  }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('import takes one file, or - for standard input.');
  if (key.length > 0 || secret !== undefined || restart)
    throw new UsageError('--key, --secret and --restart require --from.');
  return importFile(file);
}

function windowOf(text: string): ImportFromOptions['window'] {
  const window = Number(text);
  if (/^\d{1,9}$/.test(text) && window >= 2) return window;
  throw new UsageError('--window must be a whole number from 2.');
}

async function importFile(file: string): Promise<number> {
  const progress = createProgressLine();
  let report: TransferReport;
  try {
    const show = (now: TransferReport): void => progress.show(() => `Importing: ${countsOf(now)}`);
    report = await withContext((ctx) => importLines(ctx, readBytes(file), show));
  } finally {
    progress.end();
  }
  printReport(report);
  return report.failedCount === 0 ? 0 : 1;
}
