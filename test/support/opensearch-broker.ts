import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { isAbsent, OpenSearchUnavailable } from '../../tools/engines/opensearch/absent.ts';
import type { OpenSearchCluster } from '../../tools/engines/opensearch/cluster.ts';
import { askEngine } from '../../tools/engines/opensearch/engine.ts';
import { type Major, NEWEST, RELEASES } from '../../tools/engines/opensearch/releases.ts';
import { startOpenSearch } from '../../tools/engines/opensearch/start.ts';
import { BRIEF_LIFE } from './java-options.ts';

/** The plugin can be had as a library for a release of this version only. */
const WITH_VECTORS: Major = 2;

/** Heap of an engine: two test files at a time may store long texts in it. */
const HEAP = '1g';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which test files request their OpenSearch. */
    openSearchBroker: string;
  }
}

/** A cluster that test files ask for: one of a major version, or one with the plugin k-NN. */
export type Wanted = Major | 'vectors';

/** The response to a test file: the cluster that all files share, that none is available, or why it does not start. */
export type Answer =
  | { readonly endpoint: string; readonly version: string }
  | { readonly unavailable: string }
  | { readonly failed: string };

/**
 * Set-up of a whole test run: starts OpenSearch when the first test file requests it, one of each major version, and stops
 * them after the last test. A run whose tests need none starts none.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusters = new Map<Wanted, Promise<OpenSearchCluster>>();
  let isReported = false;
  const reportSkipped = (error: unknown): void => {
    if (isReported || process.env.CI === 'true' || !(error instanceof OpenSearchUnavailable)) return;
    isReported = true;
    console.warn(`Tests on OpenSearch are skipped. ${error.message}`);
  };

  const answer = async (asked: Wanted | undefined): Promise<Answer> => {
    const wanted = asked ?? (await majorThatRuns()) ?? NEWEST;
    let cluster = clusters.get(wanted);
    if (cluster === undefined) {
      const release = wanted === 'vectors' ? { version: WITH_VECTORS, knn: true } : { version: wanted };
      cluster = startOpenSearch({ ...release, heap: HEAP, javaOptions: BRIEF_LIFE, environment: process.env });
      clusters.set(wanted, cluster);
      cluster.catch(reportSkipped);
    }
    return cluster.then(({ endpoint, version }) => ({ endpoint, version }), inWords);
  };
  const broker = createServer((request, response) => {
    const path = request.url?.slice(1) ?? '';
    void answer(path === 'vectors' ? path : majorOf(path)).then((answered) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answered));
    });
  });
  broker.requestTimeout = 0;
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port.');
  project.provide('openSearchBroker', `http://127.0.0.1:${address.port}`);

  return async () => {
    broker.closeAllConnections();
    broker.close();
    await Promise.allSettled([...clusters.values()].map(async (cluster) => (await cluster).stop()));
  };
}

/** The major version of the cluster at `SEARCH_ENDPOINT`, once it answers. */
async function majorThatRuns(): Promise<Major | undefined> {
  const found = await askEngine(process.env.SEARCH_ENDPOINT ?? '');
  return isAbsent(found) ? undefined : majorOf(found.version);
}

function majorOf(version: string): Major | undefined {
  return Object.values(RELEASES).find(({ major }) => version.split('.')[0] === String(major))?.major;
}

function inWords(error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof OpenSearchUnavailable ? { unavailable: message } : { failed: message };
}
