import type { FrameworkNode } from '../../shared/exchange/frameworks/model.ts';
import { isObject, type Json, type JsonObject, member } from '../../shared/repository/linked-data/json.ts';
import { items } from '../../shared/repository/linked-data/references.ts';
import { partUuid } from '../../shared/repository/linked-data/uuids.ts';
import { isPartAddress, partAddress } from './addresses.ts';
import { lastChangeOf } from './write-association.ts';

/** The groups of CASE 1.1 for which a framework has only texts. */
type Collection = 'CFConcepts' | 'CFSubjects' | 'CFLicenses' | 'CFItemTypes';

/** A definition that is not stored: its text identifies it within its framework. */
type Derived = { readonly collection: Collection; readonly title: string };

/** The link to a licence of which only the address is known, and whose definition is not stored. */
export function licenseLink(uri: string, root: FrameworkNode): JsonObject {
  return { title: uri, identifier: partUuid(root.id, 'CFLicenses', uri), uri };
}

function linkTo({ collection, title }: Derived, root: FrameworkNode, base: string): JsonObject {
  const identifier = partUuid(root.id, collection, title);
  return { title, identifier, uri: partAddress(base, 'v1p1', collection, root, identifier) };
}

/** Links the type and the subjects of a CFItem or CFDocument of CASE 1.1, and its keyword if it is the only one, that came without links. */
export function withDerivedLinks(part: JsonObject, root: FrameworkNode, base: string): JsonObject {
  const link = (collection: Collection, title: string): JsonObject => linkTo({ collection, title }, root, base);
  const [keyword, ...others] = textsIn(member(part, 'conceptKeywords'));
  const type = member(part, 'CFItemType');
  const subjects = textsIn(member(part, 'subject'));
  return {
    ...part,
    ...(typeof type === 'string' && !part.CFItemTypeURI && { CFItemTypeURI: link('CFItemTypes', type) }),
    ...(subjects.length > 0 && !part.subjectURI && { subjectURI: subjects.map((title) => link('CFSubjects', title)) }),
    ...(keyword !== undefined &&
      others.length === 0 &&
      !part.conceptKeywordsURI && { conceptKeywordsURI: link('CFConcepts', keyword) }),
  };
}

/** Collects the definitions that are derived from the texts of a framework. */
export type DerivedDefinitions = {
  /** Adds the addresses of a CFItem or CFDocument, with its links. */
  readonly add: (part: JsonObject) => void;
  /** All definitions by group, in the order in which they were added. */
  readonly all: () => Readonly<Record<Collection, readonly JsonObject[]>>;
};

/** @param base public address, ending in `/api/` */
export function createDerived(root: FrameworkNode, base: string): DerivedDefinitions {
  const groups: Readonly<Record<Collection, Map<string, JsonObject>>> = {
    CFConcepts: new Map(),
    CFSubjects: new Map(),
    CFLicenses: new Map(),
    CFItemTypes: new Map(),
  };
  function define(derived: Derived): void {
    const { collection, title } = derived;
    const group = groups[collection];
    if (group.has(title)) return;
    const fields = {
      ...(collection === 'CFLicenses' ? { licenseText: title } : { hierarchyCode: String(group.size + 1) }),
      ...(collection === 'CFItemTypes' && { description: title }), // CASE 1.1 requires one
    };
    group.set(title, { ...linkTo(derived, root, base), ...fields, lastChangeDateTime: lastChangeOf(root) });
  }
  return {
    add(part) {
      for (const derived of derivedIn(part, root, base)) define(derived);
    },
    all() {
      const of = (collection: Collection): readonly JsonObject[] => [...groups[collection].values()];
      return {
        CFConcepts: of('CFConcepts'),
        CFSubjects: of('CFSubjects'),
        CFLicenses: of('CFLicenses'),
        CFItemTypes: of('CFItemTypes'),
      };
    },
  };
}

/** The definitions derived from the texts of a part, unless its links lead elsewhere. */
function* derivedIn(part: JsonObject, root: FrameworkNode, base: string): Generator<Derived> {
  const isOwn = (links: Json | undefined): boolean =>
    items(links).some((link) => {
      const uri = isObject(link) ? String(link.uri) : '';
      return isPartAddress(uri) && uri.startsWith(base);
    });
  const type = member(part, 'CFItemType');
  if (typeof type === 'string' && isOwn(member(part, 'CFItemTypeURI')))
    yield { collection: 'CFItemTypes', title: type };
  if (isOwn(member(part, 'subjectURI'))) {
    for (const title of textsIn(member(part, 'subject'))) yield { collection: 'CFSubjects', title };
  }
  const concept = member(part, 'conceptKeywordsURI');
  if (concept === undefined || isOwn(concept)) {
    for (const title of textsIn(member(part, 'conceptKeywords'))) yield { collection: 'CFConcepts', title };
  }
  const license = member(part, 'licenseURI');
  if (isObject(license) && license.identifier === licenseLink(String(license.uri), root).identifier) {
    yield { collection: 'CFLicenses', title: String(license.uri) };
  }
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
