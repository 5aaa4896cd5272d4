/**
 * The part of the client library that these tests use. The library is plain JavaScript and publishes no types; the names
 * are its own, so that its documentation can be read beside them.
 */

/** `EcPk`: a public key. */
export type Key = { toPem(): string; fingerprint(): string };

/** `EcPpk`: a private key. */
export type PrivateKey = { toPem(): string; toPk(): Key };

/** `EcIdentity`: a key pair with a name. */
export type Identity = { ppk: PrivateKey; displayName: string; source: string | null; toContact(): Contact };

/** `EcContact`: another user's public key with a name. */
export type Contact = { pk: Key; displayName: string };

/** `EcIdentityManager`: the keys of a user; it makes the signature sheets. */
export type IdentityManager = {
  ids: Identity[];
  contacts: Contact[];
  addIdentity(identity: Identity): void;
  addContact(contact: Contact): void;
  getIdentity(key: Key): Identity | null;
  getPpk(key: Key): PrivateKey | null;
  myIdentitiesSearchString(): string;
  signatureSheet(
    duration: number,
    server: string,
    success?: null,
    failure?: null,
    algorithm?: 'SHA-1' | 'SHA-256',
  ): Promise<string>;
};

/** `EcRemoteLinkedData` and everything that extends it. `id` carries the version while the object is local. */
export type LinkedData = {
  id: string;
  type: string;
  context: string;
  name?: unknown;
  owner?: string[] | null;
  reader?: string[] | null;
  signatureSha256?: string[];
  generateId(server: string): void;
  generateShortId(server: string): void;
  assignId(server: string, guid: string): void;
  shortId(): string;
  getGuid(): string;
  getTimestamp(): number | null;
  getDottedType(): string;
  getFullType(): string;
  getSearchStringByType(): string;
  addOwner(key: Key): void;
  removeOwner(key: Key): void;
  addReader(key: Key): unknown;
  removeReader(key: Key): unknown;
  setName(name: unknown): void;
  getName(): string;
  setDescription(description: string): void;
  verify(): Promise<boolean>;
  toJson(): string;
  copyFrom(other: LinkedData): LinkedData;
  isAny(types: readonly string[]): boolean;
  [member: string]: unknown;
};

/** An object with the shortcuts that the library's own types have. */
export type Thing = LinkedData & {
  save(success: null, failure: null, repo?: Repository, eim?: IdentityManager): Promise<unknown>;
};

/** `EcEncryptedValue`: an object or a text encrypted for its owners and readers. */
export type EncryptedValue = LinkedData & {
  encryptedType?: string;
  payload: string;
  secret: string[];
  iv: string;
  decryptIntoString(success: null, failure: null, eim?: IdentityManager): Promise<string>;
};

/** A worker that encrypts and decrypts for the library, with the library's method to end it. */
export type CryptographyWorker = {
  readonly _worker: { terminate(): void };
  postMessage(command: unknown): Promise<unknown>;
};

/** `EcCompetency`. */
export type Competency = Thing & {
  addAlignment(
    target: LinkedData,
    type: string,
    owner: PrivateKey,
    success: null,
    failure: null,
    repo: Repository,
  ): Promise<Relation>;
  addLevel(
    name: string,
    description: string,
    owner: PrivateKey,
    success: null,
    failure: null,
    repo: Repository,
  ): Promise<Thing>;
  relations(repo: Repository): Promise<Relation[]>;
  levels(repo: Repository): Promise<Thing[]>;
};

/** `EcAlignment`: a relation between two competencies. */
export type Relation = Thing & { source: string; target: string; relationType: string };

/** `EcFramework`. */
export type Framework = Thing & {
  competency: string[] | null;
  relation: string[] | null;
  addCompetency(id: string): void;
  addRelation(id: string): void;
};

/** `EcAssertion`: its builder methods encrypt what they set for the owners and readers of the assertion. */
export type Assertion = Thing & {
  setCompetency(id: string): void;
  setConfidence(confidence: number): void;
  setSubject(key: Key): Promise<void>;
  setAgent(key: Key): Promise<void>;
  setAssertionDate(time: number): Promise<void>;
  setExpirationDate(time: number): Promise<void>;
  setNegative(negative: boolean): Promise<void>;
  setDecayFunction(text: string): Promise<void>;
  setEvidence(evidence: string[]): Promise<void>;
  getSubject(eim?: IdentityManager): Promise<Key | null>;
  getAgent(eim?: IdentityManager): Promise<Key | null>;
  getAssertionDate(eim?: IdentityManager): Promise<number | null>;
  getExpirationDate(eim?: IdentityManager): Promise<number | null>;
  getNegative(eim?: IdentityManager): Promise<boolean>;
  getDecayFunction(eim?: IdentityManager): Promise<string | null>;
  getEvidenceCount(): number;
  getEvidence(index: number, eim?: IdentityManager): Promise<string | null>;
  getSearchStringByTypeAndCompetency(competency: LinkedData): string;
};

/** The parameters of `searchWithParams` other than the query. */
export type SearchParams = {
  start?: number;
  size?: number;
  sort?: string;
  index_hint?: string;
  ids?: boolean;
  types?: string[];
  fields?: string[];
  track_scores?: boolean;
  ownership?: 'public' | 'owned' | 'me';
  unsigned?: boolean;
};

/** `EcRepository`: one server. */
export type Repository = {
  selectedServer: string;
  adminKeys: string[] | null;
  timeOffset: number;
  postMaxSize: number | null;
  signatureSheetHashAlgorithm: string;
  init(server: string, success?: null, failure?: null, onLogin?: (ping: { ping: string }) => void): Promise<unknown>;
  saveTo(data: LinkedData, success?: null, failure?: null, eim?: IdentityManager): Promise<unknown>;
  deleteRegistered(data: LinkedData, success?: null, failure?: null, eim?: IdentityManager): Promise<unknown>;
  multiput(data: readonly LinkedData[], success?: null, failure?: null, eim?: IdentityManager): Promise<unknown>;
  multiget(urls: readonly string[], success?: null, failure?: null, eim?: IdentityManager): Promise<LinkedData[]>;
  multidelete(urls: readonly string[], success?: null, failure?: null, eim?: IdentityManager): Promise<unknown>;
  precache(urls: readonly string[], success?: null, failure?: null, eim?: IdentityManager): Promise<LinkedData[]>;
  search(
    query: string,
    each?: ((found: LinkedData) => void) | null,
    success?: null,
    failure?: null,
    eim?: IdentityManager,
  ): Promise<LinkedData[]>;
  searchWithParams(
    query: string,
    params: SearchParams,
    each?: ((found: LinkedData) => void) | null,
    success?: null,
    failure?: null,
    eim?: IdentityManager,
  ): Promise<LinkedData[]>;
};

type RepositoryClass = {
  new (): Repository;
  repos: Repository[];
  caching: boolean;
  cachingL2: boolean;
  cachingSearch: boolean;
  unsigned: boolean;
  LONGIDS: string;
  cacheDB: unknown;
  cache: Record<string, unknown>;
  cacheBacking: Record<string, unknown>;
  clearCache(): void;
  escapeSearch(text: string): string;
  get(
    url: string,
    success?: null,
    failure?: null,
    repo?: Repository | null,
    eim?: IdentityManager,
  ): Promise<LinkedData>;
  history(url: string, repo?: Repository | null, eim?: IdentityManager): Promise<LinkedData[] | null>;
  save(
    data: LinkedData,
    success?: null,
    failure?: null,
    repo?: Repository | null,
    eim?: IdentityManager,
  ): Promise<unknown>;
  DELETE(
    data: LinkedData,
    success?: null,
    failure?: null,
    repo?: Repository | null,
    eim?: IdentityManager,
  ): Promise<unknown>;
};

/** A class of objects of one type: the methods that all classes have for finding objects. */
export type TypedClass<T> = {
  new (): T;
  get(id: string, success: null, failure: null, repo: Repository, eim?: IdentityManager): Promise<T | null>;
  search(
    repo: Repository,
    query: string,
    success?: null,
    failure?: null,
    params?: SearchParams,
    eim?: IdentityManager,
  ): Promise<T[]>;
};

/** `EcRemoteIdentityManager`: stores a user's keys on the server, encrypted with a secret derived from the password. */
export type RemoteIdentityManager = {
  server: string;
  configured: boolean;
  configureFromServer(success: null, failure: null): Promise<unknown>;
  startLogin(username: string, password: string): void;
  changePassword(username: string, old: string, next: string): boolean;
  fetch(): Promise<IdentityManager>;
  create(success: null, failure: null, eim: IdentityManager): Promise<unknown>;
  commit(success: null, failure: null, eim: IdentityManager): Promise<unknown>;
};

/** `EcFrameworkGraph`: a framework with its competencies and relations, loaded from a server. */
export type FrameworkGraph = {
  addFramework(
    framework: Framework,
    repo: Repository,
    success: () => void,
    failure: (error: unknown) => void,
  ): Promise<void>;
  getVertexCount(): number;
  getEdgeCount(): number;
};

/** The library's globals, as far as these tests use them. */
export type Client = {
  EcRepository: RepositoryClass;
  EcRemoteLinkedData: { new (context: string, type: string): LinkedData; forwardingTable: Record<string, string> };
  EcEncryptedValue: {
    new (): EncryptedValue;
    toEncryptedValue(data: LinkedData, hideType?: boolean): Promise<EncryptedValue>;
    fromEncryptedValue(data: LinkedData, success?: null, failure?: null, eim?: IdentityManager): Promise<LinkedData>;
    /** With a value: sets whether saves of this id encrypt. */
    encryptOnSave(id: string, value?: boolean): boolean;
  };
  EcIdentityManager: { new (): IdentityManager; default: IdentityManager };
  EcIdentity: new () => Identity;
  EcPpk: { generateKeyAsync(): Promise<PrivateKey>; fromPem(pem: string): PrivateKey };
  EcPk: { fromPem(pem: string): Key };
  EcCrypto: { md5(text: string): string };
  EcRsaOaepAsyncWorker: { rotations: number; w: CryptographyWorker[] | null; teardown(): void };
  EcRemoteIdentityManager: new () => RemoteIdentityManager;
  EcRekeyRequest: {
    new (): LinkedData;
    generateRekeyRequest(server: string, old: PrivateKey, next: PrivateKey): Promise<LinkedData>;
  };
  EcFramework: TypedClass<Framework>;
  EcCompetency: TypedClass<Competency>;
  EcLevel: TypedClass<Thing>;
  EcAlignment: TypedClass<Relation> & {
    searchBySource(repo: Repository, id: string): Promise<Relation[]>;
    searchBySources(repo: Repository, ids: readonly string[]): Promise<Relation[]>;
  };
  EcAssertion: TypedClass<Assertion>;
  EcPerson: TypedClass<Thing> & { getByPk(repo: Repository, key: Key): Promise<Thing | null> };
  EcConcept: TypedClass<Thing>;
  EcFrameworkGraph: new () => FrameworkGraph;
  schema: { Thing: new () => LinkedData };
};
