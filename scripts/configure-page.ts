/** Writes docs/configure.md from the table of settings; with `--check` only says whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Setting } from '../shared/config/formats.ts';
import { SETTINGS } from '../shared/config/settings.ts';

const FILE = new URL('../docs/configure.md', import.meta.url);

const INTRODUCTION = `# Configure

The service is configured by environment variables; without any it serves on <http://localhost:8080> and keeps its data in
\`./data\`. It reads them once, at start. A value that cannot be meant, and two settings that contradict each other, end the
start with one sentence that names the variable.

An empty value counts as not set. A switch is \`true\`, \`1\`, \`yes\`, \`on\` or \`false\`, \`0\`, \`no\`, \`off\`, in any case.
Sizes are in bytes, times in milliseconds.

Operators of an existing server (CaSS) may keep the names they know: the second column. When both names are set, they must
say the same. Where that column is empty, the name is the same there, or the setting is new. Other names that begin with \`CASS_\` have no effect,
which the log says at start. \`CASS_SSO_ACCOUNT_REQUIRED\` and \`CLIENT_SIDE_CERTIFICATE_ONLY\`, which restrict access there in ways that this
service does not have, end the start.

<!-- Made by \`npm run docs:configure\` from shared/config/settings.ts: change it there. -->
`;

const SECRETS = `
## Secrets

The keys of the server are files in \`SVC_KEY_DIR\`, made at first start. Each can come from an environment variable of its
name instead, which then wins over the file; a variable for a name that ends in \`.pem\` may leave that ending out, \`_\` may stand
for each dot (\`skyId_secret\`), and a PEM in it may write its line breaks as \`\\n\`.

| Name | What it is |
|---|---|
| \`skyAdmin2.pem\` | Private RSA key of the admin (PKCS#8 or PKCS#1 PEM). Who holds it can read and change every object. |
| \`profileAdapter.pem\` | Private RSA key that opens assertions for profiles. Who holds it can read every assertion that names its public half, which is at \`/api/profile/pk\`, as a reader. |
| \`skyId.secret\` | Encrypts the stored identities; 32 characters or more. Without it no user can log in again. |
| \`skyId.username.public.salt\`, \`skyId.password.public.salt\`, \`skyId.secret.public.salt\` | Salts that clients derive names, passwords and keys with; public, 16 characters or more. With other salts users cannot log in again. |
`;

/** The text of docs/configure.md. */
export function configurePage(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, setting]) =>
    row(
      `\`${name}\``,
      setting.legacy === undefined ? '' : `\`${setting.legacy}\``,
      defaultText(setting),
      setting.effect,
    ),
  );
  const table = [row('Name', 'Name on the existing server', 'Default', 'Effect'), '|---|---|---|---|', ...rows];
  return `${INTRODUCTION}\n${table.join('\n')}\n${SECRETS}`;
}

/** The page as it is in the repository. */
export function committedConfigurePage(): string {
  return readFileSync(FILE, 'utf8');
}

/** The default of a setting, for readers. */
export function defaultText({ default: value, defaultText: words }: Setting): string {
  if (words !== undefined) return words;
  if (value === null) return 'unset';
  return value === '' ? 'empty' : `\`${String(value)}\``;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, configurePage());
  } else if (committedConfigurePage() !== configurePage()) {
    console.error('docs/configure.md is not what shared/config/settings.ts says: run npm run docs:configure.');
    process.exitCode = 1;
  }
}
