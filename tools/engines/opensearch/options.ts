import { parseArgs } from 'node:util';
import type { Major } from './releases.ts';
import type { OpenSearchOptions } from './start.ts';

/** The output of `--help`. */
export const USAGE = `npm run opensearch -- [--port 9200] [--version 2|3] [--nodes 1] [--data <directory>] [--heap 512m] [--knn]

Prints the address of a running OpenSearch on standard output: of SEARCH_ENDPOINT when it answers, else of one that is
started for it in a container (docker, podman) or in Java. What was started stops with Ctrl+C.

  --port     HTTP port of the first node on 127.0.0.1; the others follow, transport ports are 100 above
  --version  major version of OpenSearch
  --nodes    how many nodes, each a process of its own
  --data     where data stay between runs; without it they are in a temporary directory that is removed at the end
  --heap     heap of each node
  --knn      with the plugin k-NN, for search by meaning: in Java with --version 2 only
`;

/** The request of the command line: options of `startOpenSearch`, or help. */
export type Command = { readonly help: true } | ({ readonly help: false } & Omit<OpenSearchOptions, 'environment'>);

const HIGHEST_PORT = 65_535;
const MOST_NODES = 9;

/**
 * Reads the parameters of the command line.
 *
 * @throws Error with a sentence for people when they cannot be meant
 */
export function readCommand(parameters: readonly string[]): Command {
  const text = { type: 'string' } as const;
  const options = {
    port: text,
    version: text,
    nodes: text,
    data: text,
    heap: text,
    knn: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...parameters], options });
  if (values.help === true) return { help: true };
  const nodes = wholeNumber('--nodes', values.nodes ?? '1', MOST_NODES);
  return {
    help: false,
    nodes,
    // Node and transport ports of all nodes are above it.
    port: wholeNumber('--port', values.port ?? '9200', HIGHEST_PORT - 100 - nodes),
    version: values.version === undefined ? undefined : major(values.version),
    directory: values.data,
    knn: values.knn,
    heap: values.heap === undefined ? undefined : heapSize(values.heap),
  };
}

/** The major version that `2`, `3`, `2.19` or `v3` names. */
function major(text: string): Major {
  const [, number] = /^v?([23])(?:\.|$)/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--version is 2 or 3, not ${text}.`);
  return number === '2' ? 2 : 3;
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    throw new Error(`${name} is a whole number from 1 to ${most}, not ${text}.`);
  }
  return number;
}

function heapSize(text: string): string {
  if (!/^\d+[mg]$/i.test(text)) throw new Error(`--heap is a size such as 512m or 2g, not ${text}.`);
  return text;
}
