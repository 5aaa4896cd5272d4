import { addressOf } from '../../../shared/repository/linked-data/names.ts';
import { toSegment } from './paths.ts';

/**
 * The name of an object in short links: the last segment of its address at this service, which is its GUID, or a digest of its id.
 *
 * @param id its short id
 * @param base of the service, ending in `/api/`
 */
export function linkName(id: string, base: string): string {
  const address = addressOf(id, [base]);
  return decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
}

/** The short address of a framework, or of a competency in it, of short ids. */
export function shortPath(base: string, framework: string, competency?: string): string {
  const names = competency === undefined ? [framework] : [framework, competency];
  return ['/f', ...names.map((id) => toSegment(linkName(id, base)))].join('/');
}
