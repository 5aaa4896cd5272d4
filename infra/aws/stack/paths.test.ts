import { expect, test } from 'vitest';
import { endpointsOf, type Manifest } from '../../../functions/manifest.ts';
import { manifests } from '../../../functions/manifests.ts';
import { type Endpoints, get } from '../../../shared/http/endpoint.ts';
import { gatewayPaths } from './paths.ts';

/** A group of which only the endpoints matter. */
function group(name: string, undescribed: Endpoints, options: Partial<Manifest['function']> = {}): Manifest {
  const rights = { secrets: [] };
  return {
    name,
    description: '',
    routes: [],
    undescribed,
    load: () => Promise.reject(new Error('It has no code.')),
    function: { rights, maxBundleBytes: 0, contents: [], ...options },
  };
}

const pathsOf = (...groups: readonly Manifest[]) => Object.fromEntries(gatewayPaths(groups));

test('a function gets a whole folder where only its group has endpoints, and single paths elsewhere', () => {
  const units = group('units', {
    list: get('/api/units/', 'readers'),
    one: get('/api/units/{id}', 'readers', { servedAs: '/api/units/*' }),
    state: get('/api/state/units', 'anybody'),
  });
  const levels = group('levels', { all: get('/api/levels', 'readers'), state: get('/api/state/levels', 'anybody') });
  expect(pathsOf(units, levels)).toEqual({
    units: ['/api/units/{proxy+}', '/api/state/units', '/api/state/units/{proxy+}'],
    levels: ['/api/levels', '/api/levels/{proxy+}', '/api/state/levels', '/api/state/levels/{proxy+}'],
  });
});

test('a path that begins other paths is led without the slash at its end, and well-known names are led one by one', () => {
  const keys = group('keys', {
    keys: get('/.well-known/keys', 'anybody'),
    ofUnit: get('/.well-known/keys/unit', 'anybody'),
  });
  expect(pathsOf(keys)).toEqual({
    keys: ['/.well-known/keys', '/.well-known/keys/unit', '/.well-known/keys/unit/{proxy+}'],
  });
});

test('a function that also serves another group gets those of its endpoints that its own path would take', () => {
  const search = group('search', { here: get('/api/units', 'readers'), all: get('/api/search/units', 'readers') });
  const one = get('/api/units/{id}', 'readers', { servedAs: '/api/units/*' });
  const units = group('units', { one }, { alsoServes: ['search'], takesUnknownPaths: true });
  expect(pathsOf(search, units)).toEqual({
    search: ['/api/search/{proxy+}'],
    units: ['/api/units', '/api/units/{proxy+}', '*'],
  });
});

test('the API leads every endpoint to a function that serves its group', () => {
  const groups: readonly Manifest[] = manifests;
  const led = [...gatewayPaths(groups)].flatMap(([name, paths]) => paths.map((path) => ({ name, path })));
  expect(new Set(led.map(({ path }) => path)).size).toBe(led.length);
  // The API takes an exact path first, then the longest that begins the address.
  const functionOf = (path: string) =>
    led
      .filter((route) => route.path === path || `${path}/`.startsWith(route.path.replace(/\{proxy\+\}$|^\*$/, '')))
      .toSorted((a, b) => Number(b.path === path) - Number(a.path === path) || b.path.length - a.path.length)[0]?.name;
  for (const group of groups) {
    const serving = groups.filter((other) => other === group || other.function.alsoServes?.includes(group.name));
    for (const { path } of endpointsOf(group)) expect(serving.map(({ name }) => name)).toContain(functionOf(path));
  }
});
