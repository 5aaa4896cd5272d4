import type { WriteRequest } from '../object-store.ts';
import { makeWrite } from './fixtures.ts';

const OBJECTS = 20;
const VERSIONS = 100;

/** Many versions of some objects, in an order that both the process that is killed and the test know. */
export function plannedWrites(): WriteRequest[] {
  return Array.from({ length: OBJECTS * VERSIONS }, (_, index) => {
    const name = `o${index % OBJECTS}`;
    const version = 1 + Math.floor(index / OBJECTS);
    return makeWrite(name, { version, members: { name: `word${name}v${version}`, filler: 'text '.repeat(200) } });
  });
}
