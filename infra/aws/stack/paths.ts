import { endpointsOf, type Manifest } from '../../../functions/manifest.ts';
import { servedPath } from '../../../shared/http/endpoint.ts';

/** A path that is served, as API Gateway writes it, and the function that serves it. */
type Place = { readonly path: string; readonly name: string };

/**
 * The paths of the HTTP API that lead to the function of each group, below the base path: all of a folder in which only this group has
 * endpoints, so that a function also answers for what is unknown there, and single paths elsewhere. `*` is what no other path matches.
 */
export function gatewayPaths(manifests: readonly Manifest[]): ReadonlyMap<string, readonly string[]> {
  const places = manifests.flatMap((manifest) => placesOf(manifest, manifests));
  const namesByFolder = new Map<string, Set<string>>();
  for (const { path, name } of places) {
    for (const folder of foldersOf(path)) namesByFolder.set(folder, (namesByFolder.get(folder) ?? new Set()).add(name));
  }
  const isOwn = (folder: string) => folder !== CREDENTIAL_ENGINE && namesByFolder.get(folder)?.size === 1;
  const led = places.map(({ path, name }): Place => {
    const folder = foldersOf(path).find(isOwn);
    return { path: folder === undefined ? path : `${folder}/{proxy+}`, name };
  });
  const withSlashes = led.flatMap((place) =>
    needsSlash(place.path, led) ? [place, { ...place, path: `${place.path}/{proxy+}` }] : [place],
  );
  return new Map(
    manifests.map(({ name, function: { takesUnknownPaths } }) => {
      const own = withSlashes.filter((place) => place.name === name).map(({ path }) => path);
      return [name, [...new Set(own), ...(takesUnknownPaths === true ? ['*'] : [])]];
    }),
  );
}

/** A folder of several adapters in existing servers, of which one group has but one. */
const CREDENTIAL_ENGINE = '/api/ce';

/** The endpoints of a group; those that a path of another group would take are served by that group's function. */
function placesOf(manifest: Manifest, manifests: readonly Manifest[]): readonly Place[] {
  const hosts = manifests.filter(({ function: { alsoServes = [] } }) => alsoServes.includes(manifest.name));
  return endpointsOf(manifest).map((endpoint) => {
    const path = servedPath(endpoint);
    const host = hosts.find((other) => endpointsOf(other).some((taking) => takes(servedPath(taking), path)));
    const { path: described, servedAs } = endpoint;
    return { path: (servedAs ?? described).replace(/\*$/, '{proxy+}'), name: (host ?? manifest).name };
  });
}

/** Whether a path that takes the rest of an address, such as `/api/data/*`, also matches another path. */
function takes(taking: string, path: string): boolean {
  return taking.endsWith('/*') && `${path}/`.startsWith(taking.slice(0, -1));
}

/** The folders that a path lies in, from the outermost. Names below `/.well-known/` are registered one by one (RFC 8615). */
function foldersOf(path: string): readonly string[] {
  if (path.startsWith('/.well-known/')) return [];
  const segments = path.split('/').slice(1, -1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}

/**
 * Whether a path with a slash at its end leads to the same function by a variable, since the framework names routes by their paths
 * without slashes. Not where other paths begin with it.
 */
function needsSlash(path: string, places: readonly Place[]): boolean {
  const isWhole = path !== '/' && !path.endsWith('}');
  return isWhole && !places.some((other) => other.path.startsWith(`${path}/`));
}
