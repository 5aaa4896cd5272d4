import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { Settings } from '../../../shared/base/config/read-env.ts';

/** Name of the file, which existing servers have among their keys. */
const FILE_NAME = 'adapter.xapi.json';

const FILE = z.looseObject({
  xapiEndpoint: z.optional(z.nullable(z.string())),
  xapiHostname: z.optional(z.nullable(z.string())),
  xapiAuth: z.optional(z.nullable(z.string())),
  enabled: z.optional(z.boolean()),
  xapiEnabled: z.optional(z.boolean()),
});

/**
 * Adds the learning record store of the file `adapter.xapi.json` in the key directory, if it is enabled and the settings name none.
 * XAPI_AUTH takes precedence over the file.
 *
 * @throws ConfigurationError when the file is not such JSON
 */
export async function withRecordStoreFile(settings: Settings, keyDirectory: string): Promise<Settings> {
  if (settings.XAPI_CONFIG !== undefined || settings.XAPI_ENDPOINT !== undefined) return settings;
  const path = join(keyDirectory, FILE_NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return settings;
  const { xapiEndpoint, xapiHostname, xapiAuth, enabled, xapiEnabled } = parse(text, path);
  if (!xapiEndpoint || !(enabled === true || xapiEnabled === true)) return settings;
  const store = { xapiEndpoint, xapiHostname, xapiAuth: settings.XAPI_AUTH ?? xapiAuth };
  return { ...settings, XAPI_CONFIG: JSON.stringify({ [FILE_NAME]: store }) };
}

function parse(text: string, path: string): z.infer<typeof FILE> {
  try {
    return z.parse(FILE, JSON.parse(text));
  } catch (cause) {
    throw new ConfigurationError(`${path} is not JSON with xapiEndpoint, xapiHostname, xapiAuth and enabled.`, {
      cause,
    });
  }
}
