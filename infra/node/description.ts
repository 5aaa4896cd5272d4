import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { servedDescription } from '../../functions/system/description.ts';

/**
 * The API description, as JSON text.
 *
 * @param file the description made by `npm run openapi`, beside the digest of what was valid then
 * @param server address that its paths start from; a bare path is right under every name that the service is reached by
 * @throws Error when it is not a valid OpenAPI document: the service does not start with one (specification: States)
 */
export async function apiDescription(file: URL, server: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  if (!(await wasFoundValid(file, text))) await validate(text);
  return servedDescription(text, server);
}

async function wasFoundValid(file: URL, text: string): Promise<boolean> {
  const digest = await readFile(new URL(file.href.replace(/\.json$/, '.sha256')), 'utf8').catch(() => '');
  return digest.trim() === createHash('sha256').update(text).digest('hex');
}

async function validate(text: string): Promise<void> {
  // Loaded here: the validator takes a third of the time that a start takes.
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid(error);
  }
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw invalid(JSON.stringify(errors));
}

function invalid(reason: unknown): Error {
  return new Error(`The API description is not valid OpenAPI: ${String(reason).slice(0, 500)}`);
}
