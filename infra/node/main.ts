import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { USAGE, UsageError } from './commands/usage.ts';
import { readPackageVersion } from './package.ts';

type Command = { readonly run: (args: readonly string[]) => Promise<number>; readonly failure: string };

/** Commands import their modules when they run, so that `--help` does not load the service. */
const SERVE: Command = {
  run: async ([first]) => {
    if (first !== undefined) throw new UsageError(`"${first}" is not a known argument.`);
    const onStop = exitOnSignals();
    return (await import('./commands/serve.ts')).serve(onStop);
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
    'audit',
    {
      run: async (args) => (await import('./commands/audit.ts')).auditCommand(args),
      failure: 'The log was not checked.',
    },
  ],
  [
    'import',
    {
      run: async (args) => (await import('./commands/import.ts')).importCommand(args),
      failure: 'The import failed. What was imported is kept; run it again to continue.',
    },
  ],
  [
    'replicate',
    {
      run: async (args) => (await import('./commands/replicate.ts')).replicateCommand(args),
      failure: 'The other server was not replicated; run the command again.',
    },
  ],
  [
    'keys',
    {
      run: async (args) => (await import('./commands/keys.ts')).keysCommand(args),
      failure: 'The command was not completed; run it again.',
    },
  ],
]);

/** Runs a command: `npm start`, `npx competency-service [command]`. @returns the exit code */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].some((argument) => argument === '--help' || argument === '-h')) return print(USAGE);
  if (name === '--version') return print(`${await readPackageVersion()}\n`);
  const command = name === undefined ? SERVE : COMMANDS.get(name);
  try {
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    return await command.run(args);
  } catch (error) {
    const misused = error instanceof UsageError || isParseFault(error);
    process.stderr.write(misused ? `${describe(error)}\n\n${USAGE}` : `${command?.failure} ${describe(error)}\n`);
    return misused ? 2 : 1;
  }
}

// Compiling the sources takes half of the start-up time. The cache is in a directory that belongs to the owner of the checkout; if
// it cannot be written, nothing is cached. Not in the system's temporary directory, where others could put code.
if (import.meta.url.endsWith('.ts')) {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
}
process.exitCode = await main(process.argv.slice(2));

/**
 * Exits with code 0 at the first SIGTERM or SIGINT. Called before anything else: process 1 of a container ignores these signals
 * until it has a listener.
 *
 * @returns a function that registers what to do before the exit
 */
function exitOnSignals(): (stop: () => Promise<void>) => void {
  let stop = async (): Promise<void> => {};
  const exit = async (): Promise<void> => {
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void exit());
  return (next) => {
    stop = next;
  };
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function isParseFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** An error as one sentence for the operator; with LOG_LEVEL=debug also its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.LOG_LEVEL === 'debug' ? String(error.stack) : error.message;
}
