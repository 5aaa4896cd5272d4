import { hash, randomUUID } from 'node:crypto';

/** Signs texts with the key of the server. */
export type LogSigner = {
  /** `KeyId` of the public key. */
  readonly keyId: string;
  /** @returns an RSA signature with SHA-256 (RFC 8017, 8.2), in base64 */
  readonly sign: (text: string) => string;
};

/** The lines of one process, each with a hash of itself and the line before. */
export type Chain = {
  /** A signed line that a file can begin with; it names the hash of the line before, if there is one. */
  readonly begin: () => string;
  /** Adds `log`, `seq` and `hash` to a line, a JSON object. */
  readonly append: (line: string) => string;
};

/** Message of the lines that {@link Chain.begin} makes. */
export const LOG_STARTED = 'Log started';

/**
 * Chains the lines of a log, so that lines that were changed, removed or inserted later are detected: `hash` is the SHA-256 of the
 * hash of the line before and the line without its `hash`. See `verifyLog`.
 */
export function createChain(signer: LogSigner, now: () => number = Date.now): Chain {
  const log = randomUUID();
  let seq = 0;
  let previous = '';

  function seal(text: string): string {
    previous = hash('sha256', previous + text);
    return withMember(text, 'hash', previous);
  }

  return {
    begin() {
      const start = {
        level: 30,
        severity: 'INFO',
        time: new Date(now()).toISOString(),
        category: 'SYSTEM',
        msg: LOG_STARTED,
        pid: process.pid,
        previous,
        keyId: signer.keyId,
        log,
        seq: seq++,
      };
      const text = JSON.stringify(start);
      return seal(withMember(text, 'signature', signer.sign(text)));
    },
    append: (line) => seal(`${line.slice(0, -1)},"log":"${log}","seq":${seq++}}`),
  };
}

/** JSON text of an object with one more member, whose value needs no escapes. */
function withMember(text: string, name: string, value: string): string {
  return `${text.slice(0, -1)},"${name}":"${value}"}`;
}
