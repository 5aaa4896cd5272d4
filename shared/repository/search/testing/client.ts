/** The client library's request for a search. */
export type Sent = { readonly query: string; readonly indexHint: string; readonly sort: string | null };

/** Parameters as the client library's callers give them, such as `size`, `sort` and `ownership`. */
export type Parameters = Record<string, unknown>;

type Repository = {
  searchWithParams: (query: string, parameters: Parameters | null, ...rest: unknown[]) => Promise<unknown[]>;
  searchParamProps(query: string, parameters: Parameters, properties: Parameters, keys: unknown): string;
};

/** A class of the client library with its ways to search; all take the repository first. */
export type SearchableClass = {
  new (): {
    id: string;
    getSearchStringByType(): string;
    getSearchStringByTypeAndCompetency(competency: object): string;
    relations(repository: Repository): Promise<unknown>;
    levels(repository: Repository): Promise<unknown>;
    rollupRules(repository: Repository): Promise<unknown>;
  };
  search(repository: Repository, query: string, ...rest: unknown[]): Promise<unknown>;
  searchBySource(repository: Repository, id: string): Promise<unknown>;
  searchBySources(repository: Repository, ids: readonly string[]): Promise<unknown>;
  searchByCompetency(repository: Repository, id: string): Promise<unknown>;
};

/** The classes used here; the library defines them in the global scope. */
export type Client = Record<SearchableName, SearchableClass> & {
  readonly EcRepository: { new (): Repository; escapeSearch(text: string): string };
  readonly EcIdentityManager: { new (): { ids: object[]; myIdentitiesSearchString(): string } };
};

/** Every class of the client library that can be searched for by its type. */
export const SEARCHABLE = [
  'EcAlignment',
  'EcAssertion',
  'EcComment',
  'EcCompetency',
  'EcConcept',
  'EcConceptScheme',
  'EcCreativeWork',
  'EcDirectory',
  'EcFile',
  'EcFramework',
  'EcLevel',
  'EcOrganization',
  'EcPerson',
  'EcQuestion',
  'EcRollupRule',
] as const;

export type SearchableName = (typeof SEARCHABLE)[number];

/** The classes of the client library, once it is loaded. */
export function clientLibrary(): Client {
  return globalThis as unknown as Client; // defined by loading the library
}

/** A repository of the client library that records searches instead of sending them, and finds nothing. */
export function recordingRepository(client: Client): { readonly repository: Repository; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const repository = new client.EcRepository();
  repository.searchWithParams = async (query, parameters, ...rest) => {
    const properties: Parameters = {};
    const full = repository.searchParamProps(query, parameters ?? {}, properties, rest.at(-1));
    const { index_hint: hint, sort } = properties;
    sent.push({ query: full, indexHint: String(hint), sort: typeof sort === 'string' ? sort : null });
    return [];
  };
  return { repository, sent };
}

/** An identity manager of the client library with these public keys only. */
export function identitiesWith(client: Client, pems: readonly string[]) {
  const manager = new client.EcIdentityManager();
  manager.ids = pems.map((pem) => ({ ppk: { toPk: () => ({ toPem: () => pem }) } }));
  return manager;
}
