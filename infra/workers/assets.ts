import { servedDescription } from '../../functions/system/description.ts';
import type { StaticFiles } from '../../shared/http/static-files.ts';
import type { Fetcher } from './runtime.ts';

/** Only the path matters to the binding. */
const ORIGIN = 'https://assets/';

/** The API description and the files of its page, which are deployed beside the worker. */
export function createAssets(
  assets: Fetcher,
  basePath: string,
): { readonly description: () => Promise<string>; readonly page: StaticFiles } {
  async function read(name: string): Promise<Response | null> {
    const response = await assets.fetch(ORIGIN + name);
    return response.ok ? response : null;
  }

  return {
    async description() {
      const response = await read('openapi.json');
      if (response === null) throw new Error('The API description was not deployed with the worker.');
      return servedDescription(await response.text(), `${basePath}/`);
    },
    async page(name) {
      const response = await read(name);
      return response === null ? null : new Uint8Array(await response.arrayBuffer());
    },
  };
}
