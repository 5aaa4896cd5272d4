import type { Config } from '../../base/config/config.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import { isRoot, type NodeKind } from '../../repository/frameworks/kinds.ts';
import { guidOf } from '../../repository/linked-data/identifiers.ts';
import { addressOf } from '../../repository/linked-data/names.ts';

export type AddressConfig = Pick<Config, 'bases' | 'basePath' | 'disabledAdapters'>;

/** The address of an object for others, absolute. */
export function canonicalOf(id: string, { bases }: AddressConfig): string {
  return addressOf(id, bases);
}

/** The same address for links between pages: without the host, so that it works behind any proxy. */
export function pathOf(id: string, config: AddressConfig): string {
  const address = addressOf(id, config.bases);
  const base = config.bases.find((own) => address.startsWith(own)) ?? '';
  return `${config.basePath}/api/${address.slice(base.length)}`;
}

/** A form in which an object is offered. */
export type Format = { readonly name: string; readonly type: string; readonly path: string };

/** The forms of every object, by the values of `format`. */
const FORMS = [
  ['JSON', 'application/json', 'json'],
  ['JSON-LD', 'application/ld+json', 'json-ld'],
  ['Turtle', 'text/turtle', 'turtle'],
  ['RDF/XML', 'application/rdf+xml', 'rdf-xml'],
  ['N-Triples', 'application/n-triples', 'n-triples'],
] as const;

/** The forms in which an object is offered: frameworks as a whole, too. */
export function formatsOf(id: string, kind: NodeKind | null, config: AddressConfig): readonly Format[] {
  const path = pathOf(id, config);
  const forms = FORMS.map(([name, type, format]) => ({ name, type, path: `${path}?format=${format}` }));
  return [...exportsOf(id, kind, config), ...forms];
}

/** The forms in which a framework or a concept scheme is offered as a whole, one file each; none of other objects. */
export function exportsOf(id: string, kind: NodeKind | null, config: AddressConfig): readonly Format[] {
  if (kind === null || !isRoot(kind)) return [];
  const name = nameFor(id, config);
  return [
    { adapter: 'ceasn', name: 'CTDL-ASN', type: 'application/ld+json', path: `ctdlasn/${name}` },
    ...(kind === 'framework'
      ? [
          { adapter: 'case', name: 'CASE 1.1', type: 'application/json', path: `ims/case/v1p1/CFPackages/${name}` },
          { adapter: 'asn', name: 'ASN', type: 'application/rdf+xml', path: `asn/${name}` },
        ]
      : []),
  ]
    .filter(({ adapter }) => !config.disabledAdapters.includes(adapter))
    .map(({ adapter: _, ...one }) => ({ ...one, path: `${config.basePath}/api/${one.path}` }));
}

/** A name of an object that fits into a segment of a path. */
function nameFor(id: string, { bases }: AddressConfig): string {
  const guid = guidOf(id);
  return bases.some((base) => id.startsWith(base)) && /^[A-Za-z0-9-]+$/.test(guid) ? guid : md5Hex(id);
}

/** The address of an object in the editor; null for objects that it does not open, or without the editor. */
export function editorPath(
  { id, kind }: { readonly id: string; readonly kind: NodeKind | null },
  root: { readonly id: string } | null,
  { basePath, disabledAdapters }: AddressConfig,
): string | null {
  if (disabledAdapters.includes('editor')) return null;
  if (kind === 'framework' || kind === 'collection')
    return `${basePath}/svc-editor/?${new URLSearchParams({ frameworkId: id })}`;
  if (kind !== 'competency' || root === null) return null;
  return `${basePath}/svc-editor/?${new URLSearchParams({ frameworkId: root.id, competencyId: id })}`;
}
