import { link, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createCaller } from '../../../shared/access/caller.ts';
import { createRekeyRequest } from '../../../shared/access/create-rekey-request.ts';
import type { Config } from '../../../shared/config/config.ts';
import { secretFromEnv } from '../../../shared/config/secrets.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../../shared/crypto/private-key.ts';
import { fingerprint } from '../../../shared/crypto/public-key.ts';
import { ADMIN_KEY } from '../../../shared/identity/admin-credentials.ts';
import { save } from '../../../shared/objects/put-many.ts';
import { writePrivate } from './key-files.ts';
import { withContext } from './service.ts';

/**
 * Gives the server another admin key. A RekeyRequest that both keys sign is stored, so that what the old key owns and may read belongs
 * to the new one. May be repeated when it was interrupted: the new key is on disk before anything depends on it.
 *
 * @returns the exit code
 */
export async function rotateAdminKey({ keyDirectory }: Pick<Config, 'keyDirectory'>): Promise<number> {
  if (secretFromEnv(process.env, ADMIN_KEY) !== null) {
    throw new Error(`The key ${ADMIN_KEY} comes from the environment, where this command cannot replace it.`);
  }
  const path = join(keyDirectory, ADMIN_KEY);
  const nextPath = join(keyDirectory, `.${ADMIN_KEY}.next`); // not a name of a secret
  const from = await importPrivateKey(await readFile(path, 'utf8'));
  await writePrivate(nextPath, (await generateKeyPair()).privatePem);
  const to = await importPrivateKey(await readFile(nextPath, 'utf8'));
  const time = Date.now();
  await withContext(async (ctx) => {
    const request = await createRekeyRequest(from, to, ctx.config.bases[0], time);
    await save(ctx, { object: request }, createCaller([from, to].map(proofOf), []));
  });
  const kept = ADMIN_KEY.replace('.', `-until-${time}.`);
  await link(path, join(keyDirectory, kept));
  await rename(nextPath, path);
  process.stdout.write(
    `The admin key is ${fingerprint(to.publicKey)} now; it was ${fingerprint(from.publicKey)}, which is kept as ${kept}.\n` +
      'Restart the service, and give the new admin key to its users.\n',
  );
  return 0;
}

function proofOf({ publicKey }: PrivateKey) {
  return { key: publicKey, server: null, everywhere: true, admin: false, expires: Number.MAX_SAFE_INTEGER };
}
