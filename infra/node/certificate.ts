import { createPrivateKey, X509Certificate } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../shared/base/config/config.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';

/** A certificate with its private key, PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

type Files = Pick<NonNullable<Config['server']['https']>, 'certificateFile' | 'keyFile'>;

/** Interval in which the files are checked. File system events get lost on network file systems and mounted secrets. */
const WATCH_INTERVAL_MS = 2_000;

/** Reads a certificate and its key. @throws Error with one sentence when they cannot be read or do not belong together */
export async function readCertificate({ certificateFile, keyFile }: Files): Promise<Certificate> {
  const [cert, key] = await Promise.all([read(certificateFile, 'certificate'), read(keyFile, 'key')]);
  if (!belongTogether(cert, key))
    throw new Error(`${certificateFile} and ${keyFile} are not a certificate and its key.`);
  return { cert, key };
}

function belongTogether(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false; // one of them is not PEM
  }
}

async function read(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`The ${what} of HTTPS cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Reads the files again whenever one of them changes. An unusable certificate is logged, such as one whose key has not been
 * replaced yet; the last usable one stays in use.
 *
 * @param use receives the new certificate
 * @returns a function that ends the watch
 */
export function watchCertificate(
  files: Files,
  logger: Pick<Logger, 'info' | 'warn'>,
  use: (certificate: Certificate) => void,
): () => void {
  const reload = (): void => {
    readCertificate(files).then(
      (certificate) => {
        use(certificate);
        logger.info('NETWORK', 'The certificate was read again', { file: files.certificateFile });
      },
      (error: unknown) => logger.warn('NETWORK', 'The certificate cannot be replaced', { error: String(error) }),
    );
  };
  const paths = [files.certificateFile, files.keyFile];
  for (const path of paths) watchFile(path, { interval: WATCH_INTERVAL_MS, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}
