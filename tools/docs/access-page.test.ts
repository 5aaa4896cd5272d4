import { expect, test } from 'vitest';
import { manifests } from '../../functions/manifests.ts';
import type { Access } from '../../shared/http/endpoint.ts';
import type { Route } from '../../shared/http/route.ts';
import type { Operation } from '../../test/support/access/operation.ts';
import { OPERATIONS } from '../../test/support/access/table.ts';
import { accessPage, committedAccessPage } from './access-page.ts';

/** The bindings that a route takes a body in, as the table names them. */
function bindingsOf({ requestBody }: Route): readonly Operation['binding'][] {
  const types = Object.keys(requestBody?.content ?? {});
  const bindings = [
    ...(types.includes('application/json') ? ['JSON' as const] : []),
    ...(types.includes('multipart/form-data') ? ['form' as const] : []),
  ];
  return bindings.length === 0 ? [null] : bindings;
}

test('docs/use/access.md agrees with the table of expected statuses; otherwise run npm run docs:access', () => {
  expect(committedAccessPage()).toBe(accessPage());
});

test('A26 the table has every route in each of its bindings, and no other', () => {
  const routes = manifests.flatMap(({ routes }): readonly Route[] => routes);
  const existing = routes.flatMap((route) =>
    bindingsOf(route).map((binding) => `${route.method} ${route.path} ${binding ?? ''}`),
  );
  const listed = Object.values<Operation>(OPERATIONS).map(({ route, binding }) => `${route} ${binding ?? ''}`);
  expect([...new Set(listed)].sort()).toEqual([...new Set(existing)].sort());
});

/** Access by which a route does the same for all callers: no rights on objects count. */
const SAME_FOR_ALL: readonly Access[] = ['anybody', 'password', 'session', 'called-operation'];

test('every caller gets the same status of a route whose access does not depend on the caller', () => {
  const routes = manifests.flatMap(({ routes }): readonly Route[] => routes);
  const open = routes
    .filter(({ access }) => SAME_FOR_ALL.includes(access))
    .map(({ method, path }) => `${method} ${path}`);
  const differing = Object.values<Operation>(OPERATIONS).filter(
    ({ route, expected }) =>
      open.includes(route) && Object.values(expected).some((statuses) => new Set(Object.values(statuses)).size > 1),
  );
  expect(differing.map(({ route }) => route)).toEqual([]);
});
