import { parseArgs } from 'node:util';
import { exportLines } from '../../../shared/exchange/transfer/export-lines.ts';
import { isIdentityLine } from '../../../shared/exchange/transfer/line-formats.ts';
import { writeLines } from './files.ts';
import { createProgressLine } from './progress.ts';
import { withContext } from './service.ts';
import { UsageError } from './usage.ts';

/** Exports every object with all its versions, and every stored identity. @returns the exit code */
export async function exportCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { out: { type: 'string', default: '-' } },
    allowPositionals: true,
  });
  if (positionals.length > 0) throw new UsageError('export takes no file but --out.');
  const progress = createProgressLine();
  let versions = 0;
  let identities = 0;
  await withContext(async (ctx) => {
    async function* counted(): AsyncGenerator<string> {
      for await (const line of exportLines(ctx)) {
        if (isIdentityLine(line)) identities++;
        else versions++;
        progress.show(() => `Exporting: ${versions} versions`);
        yield line;
      }
    }
    await writeLines(counted(), values.out);
  });
  progress.end();
  process.stderr.write(`Exported ${versions} versions; stored identities: ${identities}.\n`);
  return 0;
}
