import { oneOf, type Setting, text } from '../formats.ts';

/** Settings of the embedded store and of the places of keys. Part of `SETTINGS`. */
export const STORE_SETTINGS = {
  SVC_DATA_DIR: {
    parse: text,
    default: './data',
    effect: 'Directory of the embedded store. Created at first start.',
  },
  SVC_DATA_DIR_ON: {
    parse: oneOf('local', 'network'),
    default: 'local',
    effect:
      '`local`: SVC_DATA_DIR is on a disk of this machine. `network`: it is on a network file system with locks, such as NFS 4; commits are slower, and wait for searches. The same for all processes on one directory.',
  },
  SVC_KEY_DIR: {
    parse: text,
    default: null,
    defaultText: '`keys` in the data directory',
    effect:
      "Directory of the server's own keys and salts, one file each, readable by its owner only. Created at first start. Losing it loses the server's identity: back it up. A key can come from an environment variable of its name instead, such as `skyAdmin2` with a PEM.",
  },
  SECRETS: {
    parse: text,
    default: null,
    defaultText: '`directory`; in functions `environment`',
    effect:
      "Where the server's own keys and salts are kept, created when first needed if missing: `directory` (SVC_KEY_DIR), `ssm:/path` (SSM Parameter Store, encrypted), `secretsmanager:prefix` (AWS Secrets Manager), or `environment`, where none are created. A value in the environment takes precedence over all of them.",
  },
} as const satisfies Record<string, Setting>;
