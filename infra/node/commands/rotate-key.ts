import { link, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { secretFromEnv } from '../../../shared/base/config/secrets.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { createCaller } from '../../../shared/repository/access/caller.ts';
import { createRekeyRequest } from '../../../shared/repository/access/create-rekey-request.ts';
import { save } from '../../../shared/repository/objects/put-many.ts';
import { ADMIN_KEY, PROFILE_KEY } from '../../../shared/repository/secrets/secret-names.ts';
import { writePrivate } from './key-files.ts';
import { withContext } from './service.ts';

/** The keys that can be replaced, and what the operator has to do after that. */
const ROTATED = {
  admin: { name: ADMIN_KEY, next: () => 'Restart the service, and give the new admin key to its users.' },
  profile: {
    name: PROFILE_KEY,
    next: (path: string) =>
      `Set PROFILE_PPK to the contents of ${path}, so that evidence that is encrypted for it still counts, and restart the service.`,
  },
} as const;

export type RotatedKey = keyof typeof ROTATED;

/** Whether `keys rotate` knows a key by this name. */
export function isRotatedKey(name: string): name is RotatedKey {
  return Object.hasOwn(ROTATED, name);
}

/**
 * Replaces the admin or profile key of the server. A RekeyRequest that both keys sign is stored, so that the new key has the rights
 * of the old one. Can be repeated after an interruption: the new key is on disk before anything depends on it.
 *
 * @returns the exit code
 */
export async function rotateKey(keyDirectory: string, which: RotatedKey): Promise<number> {
  const { name, next } = ROTATED[which];
  if (secretFromEnv(process.env, name) !== null) {
    throw new Error(`The key ${name} comes from the environment, where this command cannot replace it.`);
  }
  const path = join(keyDirectory, name);
  const nextPath = join(keyDirectory, `.${name}.next`); // not a name of a secret
  const from = await importPrivateKey(await readFile(path, 'utf8'));
  await writePrivate(nextPath, (await generateKeyPair()).privatePem);
  const to = await importPrivateKey(await readFile(nextPath, 'utf8'));
  const time = Date.now();
  await withContext(async (ctx) => {
    const request = await createRekeyRequest(from, to, ctx.config.bases[0], time);
    await save(ctx, { object: request }, createCaller([from, to].map(proofOf), []));
  });
  const kept = join(keyDirectory, name.replace('.', `-until-${time}.`));
  await link(path, kept);
  await rename(nextPath, path);
  process.stdout.write(
    `The ${which} key is ${to.publicKey.fingerprint} now. The former one, ${from.publicKey.fingerprint}, is kept as ${kept}.\n` +
      `${next(kept)}\n`,
  );
  return 0;
}

function proofOf({ publicKey }: PrivateKey) {
  return { key: publicKey, server: null, everywhere: true, admin: false, expires: Number.MAX_SAFE_INTEGER };
}
