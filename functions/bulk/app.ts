import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { DumpFiles } from '../../shared/repository/store/dump-files.ts';
import type { Group } from '../group.ts';
import { getBulk } from './bulk.ts';
import { createPositions } from './change-tag.ts';
import { getDumpFile, listDumps } from './dumps.ts';
import { bulkEndpoints } from './endpoints.ts';

/** All objects at once, under `/api/bulk`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { openDumpFiles }) {
    const positions = createPositions();
    const opened = createPromiseCache<'files', DumpFiles | null>();
    const files = (): Promise<DumpFiles | null> => opened('files', async () => (await openDumpFiles?.(config)) ?? null);
    serve(bulkEndpoints, {
      bulk: (ctx, call) => getBulk(ctx, call, positions),
      // Loaded when it is first called for: it takes the code that reads frameworks.
      getCatalog: async (ctx, call) => (await import('./catalog.ts')).getCatalog(ctx, call, await files()),
      listDumps: async (ctx, call) => listDumps(ctx, call, await files()),
      getDumpFile: async (ctx, call) => getDumpFile(ctx, call, await files()),
    });
  },
};
