import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Collects the secrets that tests exchange with a server, to find them in its log. */
export type SecretLog = {
  /** Records the secrets of a request, and of its response as far as it was read. */
  readonly note: (sent: Sent, received: Received) => void;
  /** Records the keys and other secrets in files and settings of a server. */
  readonly noteOwn: (directory: string, environment: Readonly<Record<string, string>>) => Promise<void>;
  /** The lines of a log that contain one of these secrets, with its kind. */
  readonly findIn: (log: string) => readonly string[];
};

type Sent = { readonly url: string; readonly headers: Headers; readonly body: unknown };
type Received = { readonly headers: Headers; readonly text: string };

/** Shorter values may be in a log for another reason. */
const MIN_LENGTH = 10;

/** Longer texts are not searched. */
const MAX_TEXT_LENGTH = 1 << 20;

/** Maximum number of secrets per server: many tests send the same sheets, and some send thousands of different ones. */
const MAX_SECRETS = 2_000;

/** Members of JSON that only client and server may see, and texts of objects. */
const MEMBER =
  /"@?(signature(?:Sha256)?|password|token|ppk|pad|secret|payload|privateKey|decryptedSecret|description)":\s*("(?:[^"\\]|\\.)+")/g;

/** Names of settings that are secrets. */
const SECRET_SETTING = /(?:SECRET|PASS|PASSWORD|_pem|_secret|_key)$/i;

export function createSecretLog(): SecretLog {
  const secrets = new Map<string, string>();

  function add(what: string, value: string): void {
    if (value.length < MIN_LENGTH || secrets.size >= MAX_SECRETS) return;
    secrets.set(JSON.stringify(value).slice(1, -1), what); // as in a line of JSON
  }

  function addMembers(text: string): void {
    if (text.length > MAX_TEXT_LENGTH) return;
    for (const [, name = '', value = '""'] of text.matchAll(MEMBER)) {
      const plain = parsed(value);
      if (plain.includes('PRIVATE KEY')) addPem(name, plain);
      else add(name, plain);
    }
  }

  /** A line of a key is as secret as the key. */
  function addPem(what: string, pem: string): void {
    for (const line of pem.split(/[\r\n]+|-----[^-]+-----/)) add(what, line.trim());
  }

  function addCookie(cookie: string): void {
    add('cookie', cookie.slice(cookie.indexOf('=') + 1));
  }

  return {
    note({ url, headers, body }, received) {
      const { searchParams } = new URL(url);
      for (const name of ['code', 'state', 'secret', 'signatureSheet']) {
        const value = searchParams.get(name) ?? '';
        add(name, value);
        addMembers(value);
      }
      addMembers(headers.get('signatureSheet') ?? '');
      add('token', (headers.get('authorization') ?? '').replace(/^Bearer /i, ''));
      add('admin secret', headers.get('x-admin-secret') ?? '');
      for (const cookie of (headers.get('cookie') ?? '').split('; ')) addCookie(cookie);
      for (const cookie of received.headers.getSetCookie()) addCookie(cookie.replace(/;.*/, ''));
      if (typeof body === 'string') addMembers(body);
      addMembers(received.text);
    },
    async noteOwn(directory, environment) {
      for (const [name, value] of Object.entries(environment)) {
        if (SECRET_SETTING.test(name)) addPem(name, value);
      }
      const files = await readdir(join(directory, 'keys'), { recursive: true, withFileTypes: true }).catch(() => []);
      for (const file of files) {
        if (!file.isFile()) continue;
        const text = await readFile(join(file.parentPath, file.name), 'utf8').catch(() => '');
        addPem(file.name, text);
      }
    },
    findIn(log) {
      const found: string[] = [];
      for (const [secret, what] of secrets) {
        const at = log.indexOf(secret);
        if (at >= 0) found.push(`${what}: ${log.slice(log.lastIndexOf('\n', at) + 1).split('\n', 1)[0]}`);
      }
      return found;
    },
  };
}

function parsed(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return ''; // tests send malformed JSON too
  }
}
