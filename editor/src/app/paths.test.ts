import { expect, it } from 'vitest';
import { frameworkPath, fromSegment } from './paths.ts';

it.each(['http://localhost/api/data/t/a-b', 'urn:x:ä/ö?#', 'https://example.org/100%25/a%2Fb', '%'])(
  'the id %s in an address is the same when the router has decoded it',
  (id) => {
    const routed = decodeURI(frameworkPath(id, 'graph'));
    const [, , segment = ''] = routed.split('/');
    expect(fromSegment(segment)).toBe(id);
  },
);
