import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { type CommandResult, runCommand, startCommand } from '../support/command.ts';
import { type ExistingServer, showAsExisting } from '../support/existing-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheet } from '../support/signer.ts';
import { loadClient, newThing, useSession } from './client.ts';
import type { LinkedData } from './client-types.ts';
import { readStatements, type Statement, toFramework } from './common-core.ts';

/** Number of statements in the framework that is copied. */
const STATEMENTS = 250;

/** Some of the Common Core statements, or made-up ones if the file does not exist: several times as many as the window of a search. */
const statements = (readStatements() ?? madeUp(STATEMENTS)).slice(0, STATEMENTS);

const client = loadClient();
const { EcCompetency, EcEncryptedValue, EcFramework, EcRepository } = client;
const session = useSession(client);

/** Number of results that the server without cursors shows of a search. */
const WINDOW = 100;

let target: TestServer;
let proxy: ExistingServer;
let directory: string;
/** Files with the keys of the user and of the admin. */
let keyFile: string;
let adminKeyFile: string;
/** Everything that the first server has: a version per line, as in a newline-delimited export. */
let everything: readonly Version[];

/** The imported parts of a version. */
type Version = { readonly object: { readonly '@id': string }; readonly version: number; readonly deleted?: true };

function madeUp(count: number): readonly Statement[] {
  return Array.from({ length: count }, (_, index) => ({
    fullStatement: `Statement ${index} of no standard`,
    smartLevel: index < 10 ? `${index}` : `${index % 10}.${index}`,
    humanCodingScheme: `M.${index}`,
    educationLevel: '01',
  }));
}

beforeAll(async () => {
  const { repo, me, ownServer } = session();
  const server = ownServer();
  const core = toFramework(client, server.api, me, statements);
  const competencies = [...core.competencies.values()];
  await repo.multiput([core.framework, ...competencies, ...core.relations]);
  for (const name of ['second', 'third']) {
    for (const changed of competencies.slice(0, 30)) changed.setName(`${changed.getName()}, ${name}`);
    await repo.multiput(competencies.slice(0, 30));
  }
  const own = (name: string): LinkedData => newThing(client, repo, name, me);
  const protectedOnes = Array.from({ length: 60 }, (_, index) => own(`protected ${index}`));
  for (const one of protectedOnes) one.addReader(me.ppk.toPk());
  const encrypted = await Promise.all(
    Array.from({ length: 5 }, (_, index) => EcEncryptedValue.toEncryptedValue(own(`encrypted ${index}`))),
  );
  const elsewhere = Array.from({ length: 130 }, (_, index) => {
    const thing = own(`from elsewhere ${index}`);
    thing.id = `https://elsewhere.example/things/${index}`;
    return thing;
  });
  await repo.multiput([...protectedOnes, ...encrypted, ...elsewhere]);
  const gone = own('gone');
  await repo.saveTo(gone);
  await repo.deleteRegistered(gone);

  directory = await mkdtemp(join(tmpdir(), 'keys-'));
  keyFile = join(directory, 'me.pem');
  adminKeyFile = join(directory, 'admin.pem');
  await writeFile(keyFile, me.ppk.toPem());
  await writeFile(adminKeyFile, (await adminOf(server)).privatePem);
  everything = await exportOf(server);
  proxy = await showAsExisting(server, WINDOW);
}, 240_000);

afterAll(async () => {
  await proxy.close();
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  target = await startServer();
  return () => target.dispose();
});

async function exportOf(server: TestServer): Promise<readonly Version[]> {
  const signatureSheet = await sheet(server.api, [await adminOf(server)]);
  const answer = await fetch(`${server.api}util/export`, { headers: { signatureSheet } });
  const versions = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line): Version & { time?: number } => JSON.parse(line));
  for (const version of versions) delete version.time;
  return versions.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
}

const sortKey = ({ object, version }: Version): string => `${object['@id']} ${String(version).padStart(16, '0')}`;

const live = ({ deleted }: Version): boolean => deleted !== true;

/** A version as a server shows it in its search, which has no audit trails. */
const searched = ({ trail: _, ...version }: Version & { trail?: unknown }): Version => version;

/** The objects that an existing server shows to anonymous callers. */
const shownToAll = ({ object }: Version): boolean => !/"@?reader":\["|EncryptedValue/.test(JSON.stringify(object));

function copy(...args: readonly string[]): Promise<CommandResult> {
  return runCommand(['import', ...args], target.storeSettings);
}

describe('the copy of a server with cursors', { timeout: 240_000 }, () => {
  it('has only public objects after a copy with a wrong secret, which is reported and not a success', async () => {
    const wrong = join(target.directory, 'keys', 'skyId.secret');
    const { code, stdout } = await copy('--from', session().server.url, '--secret', wrong);
    expect([code, stdout]).toEqual([1, expect.stringContaining('The server refused the admin credentials')]);
    expect(await exportOf(target)).toEqual(everything.filter(live).filter(shownToAll).map(searched));
  });

  it('has all public objects, and nothing else', async () => {
    const { code, stdout } = await copy('--from', session().server.url);
    expect(code).toBe(0);
    expect(stdout).toContain('Objects that are not public were not copied: name keys that may read them with --key.');
    expect(await exportOf(target)).toEqual(everything.filter(live).filter(shownToAll).map(searched));
  });

  it('has everything with its secret', async () => {
    const { directory } = session().ownServer();
    const { code } = await copy('--from', session().server.api, '--secret', join(directory, 'keys', 'skyId.secret'));
    expect(code).toBe(0);
    expect(await exportOf(target)).toEqual(everything);
  });

  it('has everything with the key of its admin, and is read by the client library as the original is, by GUID and by id', async () => {
    const { server, me } = session();
    const { code, stdout } = await copy('--from', server.url, '--key', adminKeyFile);
    const words = 'Copied everything from the server by its export, including deleted objects and stored identities.';
    expect([code, stdout]).toEqual([0, expect.stringContaining(words)]);
    expect(await exportOf(target)).toEqual(everything);

    const repo = new client.EcRepository();
    await repo.init(target.api);
    const found = await EcFramework.search(repo, '*', null, null, { size: 10 });
    const framework = found[0];
    if (framework === undefined) throw new Error('There is no framework.');
    expect(framework.competency?.length).toBe(statements.length);
    for (const id of [framework.competency?.[0] ?? '', 'https://elsewhere.example/things/7']) {
      const [there, here] = await Promise.all(
        [session().repo, repo].map((one) => EcRepository.get(id, null, null, one)),
      );
      expect(here?.toJson()).toBe(there?.toJson());
      expect(await here?.verify()).toBe(true);
      const byGuid = await fetch(`${target.api}data/${here?.getGuid()}`);
      expect(await byGuid.json()).toEqual(JSON.parse(here?.toJson() ?? ''));
      const [history, original] = await Promise.all([repo, session().repo].map((one) => EcRepository.history(id, one)));
      expect(history?.map((version) => version.toJson())).toEqual(original?.map((version) => version.toJson()));
    }
    const competency = await EcCompetency.get(framework.competency?.[0] ?? '', null, null, repo);
    if (competency === null) throw new Error('The competency is not there.');
    competency.setName('Changed in the copy');
    expect(competency.owner).toEqual([me.ppk.toPk().toPem()]);
    await repo.saveTo(competency);
    expect((await EcRepository.history(competency.shortId(), repo))?.length).toBe(4);
  });
});

describe('the copy of a server without cursors', { timeout: 240_000 }, () => {
  it('has all public objects, and nothing else', async () => {
    const { code, stdout } = await copy('--from', proxy.url, '--window', String(WINDOW));
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Copied \d+ objects\.\n/)]);
    expect(await exportOf(target)).toEqual(everything.filter(live).filter(shownToAll).map(searched));
  });

  it('also has the objects that the given keys may read, even if the server was busy and the copy was killed halfway', async () => {
    const args = ['import', '--from', proxy.url, '--window', String(WINDOW), '--key', keyFile];
    const histories = (): number => proxy.requests.get('/api/data/?history=true') ?? 0;
    const objects = everything.filter(live).length;
    const before = histories();
    proxy.failures = 5;
    const first = startCommand(args, target.storeSettings);
    while (histories() - before < objects / 2) await new Promise((resolve) => setTimeout(resolve, 5));
    first.process.kill('SIGKILL');
    await first.ended;

    const between = histories();
    const { code, stdout } = await runCommand(args, target.storeSettings);
    expect([code, stdout]).toEqual([0, expect.stringContaining('objects since an earlier run stopped.')]);
    expect(stdout).toContain('The server has no export, which would contain everything');
    expect(histories() - between).toBeLessThan(objects * 0.75);
    expect(await exportOf(target)).toEqual(everything.filter(live).map(searched));
  });
});

describe('a copy that cannot be made', () => {
  it('is not reported as a success', async () => {
    for (const [args, words] of [
      [['--from', 'nonsense'], 'is not an http or https address'],
      [['--from', 'http://127.0.0.1:1'], 'The server cannot be reached: '],
      [['--from', `${session().server.url}elsewhere/`], 'There is no repository at'],
      [['--from', session().server.url, '--key', join(directory, 'missing.pem')], 'ENOENT'],
      [['--from', session().server.url, '--key', new URL(import.meta.url).pathname], 'cannot be used as a key'],
    ] as const) {
      const { code, stdout, stderr } = await copy(...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(words);
    }
  });
});
