import type { ListResourcesResult } from '@modelcontextprotocol/server';
import { member } from '../../../shared/repository/linked-data/json.ts';
import { invalid } from '../errors.ts';
import type { McpRepository } from '../repository.ts';
import { nameOf } from '../stored-text.ts';
import { outlineUri } from './templates.ts';

/** Number of resources on one page. */
const PAGE_SIZE = 50;

/** resources/list: the outlines of the frameworks that the caller may read. Other objects are found by searches. */
export async function listResources(repository: McpRepository, cursor = '0'): Promise<ListResourcesResult> {
  if (!/^\d{1,4}$/.test(cursor)) throw invalid('The cursor is not one of this list: start again without it.');
  const start = Number(cursor);
  const frameworks = await repository.find({ q: '@type:Framework', types: '*framework', size: PAGE_SIZE, start });
  const resources = frameworks.map(({ id, object }) => ({
    uri: outlineUri(id),
    name: nameOf(object, id),
    mimeType: 'text/plain',
    ...(member(object, 'description') !== undefined && { description: 'Outline of a framework' }),
  }));
  const next = start + PAGE_SIZE;
  const isLast = frameworks.length < PAGE_SIZE || next > 9999 - PAGE_SIZE;
  return { resources, ...(!isLast && { nextCursor: String(next) }) };
}
