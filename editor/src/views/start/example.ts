import * as z from 'zod/mini';
import type { WritingService } from '../../service/writer.ts';

/** The prefix of the ids in the example. */
const EXAMPLE_BASE = 'http://localhost:8080/api/';

const objectsSchema = z.array(z.looseObject({ '@id': z.string(), '@type': z.string() }));

/**
 * Saves the example framework, without owners, so that anyone may try things with it.
 *
 * @returns the short id of the framework
 * @throws ServiceError
 */
export async function loadExample(service: Pick<WritingService, 'base' | 'putMany'>): Promise<string> {
  const { default: example } = await import('../../../../examples/bicycle-repair.json?raw');
  const objects = objectsSchema.parse(JSON.parse(example.replaceAll(EXAMPLE_BASE, service.base)));
  await service.putMany(objects.map((object) => JSON.parse(JSON.stringify(object))));
  const framework = objects.find((object) => object['@type'] === 'Framework');
  if (framework === undefined) throw new Error('The example has no framework.');
  return framework['@id'];
}
