/** Writes docs/use/access.md from the table of expected statuses (`npm run docs:access`); a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { IDENTITIES, KINDS, type Operation, type Statuses } from '../../test/support/access/operation.ts';
import { OPERATIONS } from '../../test/support/access/table.ts';

const FILE = new URL('../../docs/use/access.md', import.meta.url);

const INTRODUCTION = `# Access

Which status each caller gets for each route. \`test/acceptance/authorization-matrix.test.ts\` calls every route as every caller, on both
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

<!-- Made by \`npm run docs:access\` from test/support/access/: change it there. -->
`;

/** The text of docs/use/access.md. */
export function accessPage(): string {
  const rows = Object.values<Operation>(OPERATIONS).flatMap(rowsOf);
  const header = ['Route', 'Body', 'Object', ...IDENTITIES];
  return `${INTRODUCTION}\n${[row(header), `|${'---|'.repeat(header.length)}`, ...rows.map(row)].join('\n')}\n`;
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
