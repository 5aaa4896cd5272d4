import { MIN_SECRET_CHARACTERS } from '../crypto/secrets.ts';
import { type AllowList, parseAllowEntry } from '../outbound/allow-list.ts';

/** A configuration that cannot work. Its message is one sentence for the operator; the service does not start. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads the text of a variable.
 *
 * @param name of the variable, for the message
 * @throws ConfigurationError naming the variable, its fault and its allowed values
 */
export type Parse<T> = (text: string, name: string) => T;

/** Any text. */
export const text: Parse<string> = (value) => value;

/** A text of a form. @param expected what the form is, for the message */
export function matching(form: RegExp, expected: string): Parse<string> {
  return (value, name) => {
    if (form.test(value)) return value;
    throw refusal(name, value, expected);
  };
}

/** A whole number within a range. */
export function integer(min: number, max: number): Parse<number> {
  return (value, name) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw refusal(name, value, `a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

/** A switch, in any case. */
export const boolean: Parse<boolean> = (value, name) => {
  const word = value.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  throw refusal(name, value, 'true or false');
};

/** One of these words. */
export function oneOf<const T extends readonly string[]>(...allowed: T): Parse<T[number]> {
  return (value, name) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw refusal(name, value, `one of: ${allowed.join(', ')}`);
    return found;
  };
}

/** Some of these words, in any case, separated by commas. */
export function someOf<const T extends readonly string[]>(...allowed: T): Parse<readonly T[number][]> {
  return (value, name) => {
    const words = names(value, name);
    const found = allowed.filter((candidate) => words.includes(candidate));
    if (found.length === 0 || words.some((word) => !allowed.includes(word))) {
      throw refusal(name, value, `some of: ${allowed.join(', ')}`);
    }
    return found;
  };
}

/** A number of copies, or `auto`. */
export const replicas: Parse<number | 'auto'> = (value, name) =>
  value === 'auto' ? 'auto' : integer(0, 8)(value, name);

/** A path in front of every address: empty, or with a slash before each segment. */
export const pathPrefix: Parse<string> = (value, name) => {
  const path = value.replace(/^\/*/, '/').replace(/\/+$/, '');
  if (path === '' || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw refusal(name, value, 'a path of plain segments, such as /competencies');
};

export const httpAddress: Parse<string> = (value, name) => {
  if (isHttpAddress(value)) return value;
  throw refusal(name, value, 'an http or https address');
};

/** An address of this service's API. */
export const apiAddress: Parse<string> = (value, name) => {
  if (isHttpAddress(value) && value.endsWith('/api/')) return value;
  throw refusal(name, value, 'an http or https address that ends in /api/');
};

function isHttpAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:\/\//.test(value);
}

/** Origins (RFC 6454) separated by commas. */
export const origins: Parse<readonly string[]> = (value, name) =>
  value.split(',').map((part) => {
    const origin = part.trim();
    if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
    throw new ConfigurationError(`${name} has "${origin}", which is not an origin such as https://editor.example.`);
  });

/** Names separated by commas, in lower case. */
export const names: Parse<readonly string[]> = (value) =>
  value
    .toLowerCase()
    .split(',')
    .flatMap((name) => name.trim() || []);

/** Texts separated by commas, without the white space around them. */
export const list: Parse<readonly string[]> = (value) => value.split(',').flatMap((item) => item.trim() || []);

/** E-mail addresses separated by commas, in lower case. */
export const emails: Parse<readonly string[]> = (value, name) =>
  list(value.toLowerCase(), name).map((address) => {
    if (/^[^\s@]+@[^\s@]+$/.test(address)) return address;
    throw new ConfigurationError(`${name} has "${address}", which is not an e-mail address.`);
  });

/** Secrets separated by commas, each too long to be guessed. Errors do not quote them. */
export const secretList: Parse<readonly string[]> = (value, name) => {
  const secrets = list(value, name);
  if (secrets.length > 0 && secrets.every((secret) => secret.length >= MIN_SECRET_CHARACTERS)) return secrets;
  throw new ConfigurationError(`${name} has a secret of less than ${MIN_SECRET_CHARACTERS} characters.`);
};

/** Addresses and ranges of addresses separated by commas, which `network.ts` reads. */
export const addressRanges: Parse<readonly string[]> = (value) => value.split(',').map((part) => part.trim());

/** Addresses that may be fetched, or beginnings of them with `*` at the end, separated by commas; `*` alone: all public ones. */
export const allowList: Parse<AllowList> = (value, name) => {
  const parts = value.split(',').flatMap((part) => part.trim() || []);
  const entries = parts
    .filter((part) => part !== '*')
    .map((part) => {
      const entry = parseAllowEntry(part);
      if (entry !== null) return entry;
      throw new ConfigurationError(
        `${name} has "${part}", which must be an http or https address, or the beginning of one from its whole host on with * at the end, such as https://host.example/*.`,
      );
    });
  return { anyPublic: parts.includes('*'), entries };
};

/** Ranges of addresses, or `*` for all. */
export const trustedProxies: Parse<readonly string[] | 'all'> = (value, name) =>
  value.trim() === '*' ? 'all' : addressRanges(value, name);

/** A number of requests, or a switch. */
export const rateLimit: Parse<number | boolean> = (value, name) => {
  if (/^\d{2,}$/.test(value) || /^[2-9]$/.test(value)) return integer(2, 1_000_000)(value, name);
  try {
    return boolean(value, name);
  } catch {
    throw refusal(name, value, 'true, false, or a number of requests');
  }
};

/** PEM text (RFC 7468), also on one line with `\n` for its line breaks. */
export const pem: Parse<string> = (value) => value.replace(/(?:\\r)?\\n/g, '\n');

/** JSON that editors parse. */
export const editorJson: Parse<string> = (value, name) => {
  try {
    JSON.parse(value);
    return value;
  } catch {
    throw new ConfigurationError(`${name} is not JSON: editors parse it, so it must be, for example ["https://…"].`);
  }
};

/** A prefix of index names, by the engine's rules. */
export const indexPrefix = matching(
  /^[a-z0-9][a-z0-9_.-]{0,99}$/,
  'up to 100 lower case letters, digits, and -_. after the first',
);

/** A prefix of names of DynamoDB tables. */
export const tablePrefix = matching(/^[A-Za-z0-9_.-]{1,200}$/, 'letters, digits, and -_');

/** A region of AWS. */
export const region = matching(/^[a-z0-9-]{1,64}$/, 'a region such as eu-central-1');

/** The addresses of an OpenSearch cluster, separated by commas. Errors do not quote the value, which may contain a password. */
export const clusterAddresses: Parse<readonly string[]> = (value, name) => {
  return value.split(',').map((address) => clusterAddress(address.trim(), name));
};

const clusterAddress: Parse<string> = (value, name) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      `${name} must be an http or https address, such as https://search.example:9200, or several of one cluster, separated by commas.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError(`${name} contains credentials: put them in SEARCH_USERNAME and SEARCH_PASSWORD.`);
  }
  if (/\.aoss\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)) {
    throw collectionRefusal(name);
  }
  return value;
};

/** The service that requests to a cluster on AWS are signed for. */
export const signedService: Parse<'es'> = (value, name) => {
  if (value === 'es') return value;
  if (value !== 'aoss') throw refusal(name, value, 'es');
  throw collectionRefusal(name);
};

function collectionRefusal(name: string): ConfigurationError {
  return new ConfigurationError(
    `${name} names a serverless collection (aoss), which cannot hold the objects: it shows writes only after seconds. Use a domain (es).`,
  );
}

/** Hosts besides loopback that credentials may come from without TLS: endpoints of containers and pods. */
const CREDENTIAL_HOSTS = new Set(['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'localhost', '[::1]']);

/** An endpoint of AWS credentials: over TLS, or on this machine. */
export const credentialAddress: Parse<string> = (value, name) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === 'https:') return value;
  const isNear = url !== null && (CREDENTIAL_HOSTS.has(url.hostname) || url.hostname.startsWith('127.'));
  if (url?.protocol === 'http:' && isNear) return value;
  throw new ConfigurationError(`${name} must be an https address, or an http address of this machine.`);
};

export function refusal(name: string, value: string, expected: string): ConfigurationError {
  return new ConfigurationError(`${name} is "${value}", but must be ${expected}.`);
}

/** One setting: an environment variable, its meaning, and its row in `docs/operate/configure.md`. */
export type Setting<T = unknown> = {
  /** Its name on the existing server, also accepted; absent when the name is the same, or the setting is new. */
  readonly legacy?: string;
  readonly parse: Parse<T>;
  /** The value if the variable is not set; null: a missing variable has a special meaning. */
  readonly default: T;
  /** The default as text for the page, if the value alone does not tell it. */
  readonly defaultText?: string;
  /** The effect of the setting, in a sentence for operators. */
  readonly effect: string;
  /** Whether the value gives access that only the service should have. */
  readonly secret?: true;
};
