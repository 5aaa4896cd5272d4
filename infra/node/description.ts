import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { servedDescription } from '../../functions/system/description.ts';

/**
 * The API description, as JSON text.
 *
 * @param file the description made by `npm run openapi`
 * @param server address that its paths start from; a bare path is right under every name that the service is reached by
 * @throws Error when it is not a valid OpenAPI document: the service does not start with one (specification: States)
 */
export async function apiDescription(file: URL, server: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid(error);
  }
  const { valid, errors } = await new Validator().validate(document);
  if (!valid) throw invalid(JSON.stringify(errors));
  return servedDescription(text, server);
}

function invalid(reason: unknown): Error {
  return new Error(`The API description is not valid OpenAPI: ${String(reason).slice(0, 500)}`);
}
