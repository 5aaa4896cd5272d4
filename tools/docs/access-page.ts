/** Writes docs/use/access.md from the routes and the table of expected statuses (`npm run docs:access`); a test compares them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { manifests } from '../../functions/manifests.ts';
import type { Access, Limit } from '../../shared/http/endpoint.ts';
import type { Route } from '../../shared/http/route.ts';
import { IDENTITIES, KINDS, type Operation, type Statuses } from '../../test/support/access/operation.ts';
import { OPERATIONS } from '../../test/support/access/table.ts';

const FILE = new URL('../../docs/use/access.md', import.meta.url);

const INTRODUCTION = `# Access

Who may use each route, as its endpoint declares (\`functions/<group>/endpoints.ts\`), and which limit counts its requests.

<!-- Made by \`npm run docs:access\` from the endpoints and from test/support/access/: change it there. -->
`;

const STATUSES = `Which status each caller gets for each route. \`test/acceptance/authorization-matrix.test.ts\` calls every route as every caller, on both
stores, and expects these statuses. A route that is missing here fails the tests.

| Caller | |
|---|---|
| anonymous | without signature sheet and token |
| stranger | the signature sheet of a key without rights on the object |
| reader | the signature sheet of a reader |
| owner | the signature sheet of an owner |
| user | signed in ([sign-on.md](../operate/sign-on.md)); the key that the server holds for the user is a reader |
| member | signed in; the key of one of the user's groups is an owner |
| admin | the signature sheet of the server's admin key |

A signed-in user whose keys have no rights on an object is a stranger. Notifications follow the rules of reading: a subscriber receives
the ids of objects that it may read, or of all objects with \`NOTIFY_HIDDEN=true\`.

| Object | |
|---|---|
${Object.entries(KINDS)
  .map(([kind, words]) => `| ${kind} | ${words} |`)
  .join('\n')}

Searches, \`multiGet\`, \`multiPut\` and \`multiDelete\` answer 200 as a whole. Their statuses here are those of the one object: 404
where the answer omits it, 401 where it was not changed. Admin operations that change objects are called as dry runs. In other modes than OpenID Connect, the
routes of sign-in and sign-out answer 404.
`;

/** Who may use a route, in words. */
const ACCESS: Readonly<Record<Access, string>> = {
  anybody: 'everyone',
  readers: 'everyone; the rights on each object decide what is shown',
  owners: 'everyone; the rights on each object decide what may be changed',
  password: 'everyone with the password of the account',
  session: 'everyone with the id of the session',
  'called-operation': 'everyone; the access of the operation that is called applies',
  admin: 'checked before the operation: the admin key, or the secret of the server',
  'signed-in': 'checked before the operation: users of the identity provider',
  key: 'checked before the operation: callers that prove a key, unless the configuration admits others',
  sender: 'checked before the operation: callers that prove who they are, unless the configuration admits others',
};

/** Which limit counts the requests of a route. */
const LIMITS: Readonly<Record<Limit, string>> = {
  'sign-in': '`SVC_RATE_LIMIT`, by address',
  'language-model': '`LLM_RATE_LIMIT`, by caller',
};

/** The text of docs/use/access.md. */
export function accessPage(): string {
  const words = table(
    ['Access', ''],
    Object.entries(ACCESS).map(([access, text]) => [`\`${access}\``, text]),
  );
  const routes = manifests.flatMap((manifest): readonly Route[] => manifest.routes);
  const declared = table(
    ['Route', 'Access', 'Limit'],
    routes.map(({ method, path, access, limit }) => [
      `\`${method} ${path}\``,
      `\`${access}\``,
      limit === undefined ? '' : LIMITS[limit],
    ]),
  );
  const statuses = table(
    ['Route', 'Body', 'Object', ...IDENTITIES],
    Object.values<Operation>(OPERATIONS).flatMap(rowsOf),
  );
  return `${INTRODUCTION}\n${words}\n\n${declared}\n\n## Statuses\n\n${STATUSES}\n${statuses}\n`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(header), `|${'---|'.repeat(header.length)}`, ...rows.map(row)].join('\n');
}

/** The page as it is in the repository. */
export function committedAccessPage(): string {
  return readFileSync(FILE, 'utf8');
}

/** One row for all kinds of objects with the same statuses. */
function rowsOf({ route, binding, note, expected }: Operation): readonly (readonly string[])[] {
  const kindsByStatuses = new Map<string, { readonly kinds: string[]; readonly statuses: Statuses }>();
  for (const [kind, statuses] of Object.entries(expected)) {
    const key = Object.values(statuses).join();
    const same = kindsByStatuses.get(key) ?? { kinds: [], statuses };
    same.kinds.push(kind);
    kindsByStatuses.set(key, same);
  }
  const called = note === undefined ? `\`${route}\`` : `\`${route}\` (${note})`;
  return [...kindsByStatuses.values()].map(({ kinds, statuses }) => [
    called,
    binding ?? '',
    kinds.join(', ').replace(/^-$/, ''),
    ...IDENTITIES.map((identity) => String(statuses[identity])),
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

if (import.meta.main) writeFileSync(FILE, accessPage());
