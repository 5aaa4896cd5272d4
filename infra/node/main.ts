import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readPackageVersion } from './commands/package-version.ts';
import { endAtSignals } from './commands/stop-signals.ts';
import { USAGE, UsageError } from './commands/usage.ts';

type Command = { readonly run: (args: readonly string[]) => Promise<number>; readonly failure: string };

/** Loaded when they are asked for: the usage need not wait for all of the service. */
const SERVE: Command = {
  run: async ([first]) => {
    if (first !== undefined) throw new UsageError(`"${first}" is not known here.`);
    const beforeEnd = endAtSignals();
    return (await import('./commands/serve.ts')).serve(beforeEnd);
  },
  failure: 'The competency service did not start.',
};

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['serve', SERVE],
  [
    'export',
    {
      run: async (args) => (await import('./commands/export.ts')).exportCommand(args),
      failure: 'The export failed.',
    },
  ],
  [
    'import',
    {
      run: async (args) => (await import('./commands/import.ts')).importCommand(args),
      failure: 'The import stopped: what went in until then stays, and it may be repeated.',
    },
  ],
]);

/** Does what the command line says: `npm start`, `npx competency-service [command]`. @returns the exit code */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].some((argument) => argument === '--help' || argument === '-h')) return print(USAGE);
  if (name === '--version') return print(`${await readPackageVersion()}\n`);
  const command = name === undefined ? SERVE : COMMANDS.get(name);
  try {
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    return await command.run(args);
  } catch (error) {
    const misused = error instanceof UsageError || isParseFault(error);
    process.stderr.write(misused ? `${inWords(error)}\n\n${USAGE}` : `${command?.failure} ${inWords(error)}\n`);
    return misused ? 2 : 1;
  }
}

// From sources, compiling takes half of a start. The directory belongs to whoever owns the checkout; where it cannot be written,
// nothing is kept. Not in the system's temporary directory: others could put code there.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
}
process.exitCode = await main(process.argv.slice(2));

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function isParseFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** One sentence for the operator; with LOG_LEVEL=debug also where it was thrown. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.LOG_LEVEL === 'debug' ? String(error.stack) : error.message;
}
