import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importPrivateKey } from '../../shared/base/crypto/private-key.ts';
import type { TestServer } from './server.ts';
import { type Person, person, sheet } from './signer.ts';

/** The five callers: an anonymous one, a stranger with a key, a reader, the owner, the admin of the server. */
export const CALLERS = ['anonymous', 'other', 'reader', 'owner', 'admin'] as const;
export type CallerName = (typeof CALLERS)[number];

export type Cast = {
  readonly other: Person;
  readonly reader: Person;
  readonly owner: Person;
  readonly admin: Person;
  /** The signature sheet of each caller for this server; empty for the anonymous caller. */
  readonly sheets: Readonly<Record<CallerName, string>>;
};

/** The admin of a test server, by the key in its key directory. */
export async function adminOf(server: Pick<TestServer, 'directory'>): Promise<Person> {
  const privatePem = await readFile(join(server.directory, 'keys', 'skyAdmin2.pem'), 'utf8');
  const privateKey = await importPrivateKey(privatePem);
  return { pem: privateKey.publicKey.pem, privatePem, privateKey };
}

/** Creates the callers of tests, with sheets for this server. */
export async function castOf(server: TestServer): Promise<Cast> {
  const [other, reader, owner, admin] = await Promise.all([person(), person(), person(), adminOf(server)]);
  const [others, readers, owners, admins] = await Promise.all(
    [other, reader, owner, admin].map((one) => sheet(server.api, [one])),
  );
  const sheets = {
    anonymous: '',
    other: others ?? '',
    reader: readers ?? '',
    owner: owners ?? '',
    admin: admins ?? '',
  };
  return { other, reader, owner, admin, sheets };
}
