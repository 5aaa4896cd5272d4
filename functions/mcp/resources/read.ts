import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { readFramework } from '../framework.ts';
import { type CallerApi, isSuccess, textOf } from '../own-api.ts';
import { type McpRepository, RefusedError } from '../repository.ts';
import { outlineOf } from './outline.ts';
import { targetOf } from './templates.ts';

/** The media types of objects, in the order of preference. */
const JSON_LD = 'application/ld+json';

/** resources/read: reads a resource with the rights of the caller. A failure is an error, not contents. */
export async function readResource(
  api: CallerApi,
  repository: McpRepository,
  uri: string,
): Promise<ReadResourceResult> {
  const target = targetOf(uri);
  if (target === null) throw new ResourceNotFoundError(uri, 'No resource has such an address.');
  if (target.kind === 'outline') {
    const text = await outline(repository, target.uid, uri);
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
  const answer = await api.request(target.path);
  const text = await textOf(answer);
  if (isSuccess(answer)) return { contents: [{ uri, mimeType: JSON_LD, text }] };
  throw new ResourceNotFoundError(uri, `It cannot be read (HTTP ${answer.status}).`);
}

async function outline(repository: McpRepository, uid: string, uri: string): Promise<string> {
  try {
    return outlineOf(await readFramework(repository, uid));
  } catch (error) {
    if (error instanceof RefusedError) throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
