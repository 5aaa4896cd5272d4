import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A new self-signed certificate for localhost, with its key, as PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

/** Makes a certificate for tests. @returns null if `openssl` is not installed */
export async function makeCertificate(): Promise<Certificate | null> {
  const directory = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  try {
    await promisify(execFile)('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert]);
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } catch {
    return null;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
