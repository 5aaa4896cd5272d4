import {
  among,
  everyone,
  get,
  type Operation,
  owners,
  post,
  READ,
  READ_FRAMEWORK,
  readers,
  remove,
  same,
} from './operation.ts';

const UID = '/api/data/{uid}';
const OBJECT = '/api/data/{type}/{uid}';
const VERSION = '/api/data/{type}/{uid}/{version}';
const READING = 'without an object: reads';

const READ_VERSIONS = { ...READ, deleted: readers(200, 404) };
const SAVE = {
  public: everyone(200),
  owned: owners(200, 401),
  protected: owners(200, 401),
  encrypted: owners(200, 401),
  deleted: owners(200, 401),
};
const DELETE = { ...SAVE, deleted: everyone(200) };
const TRAIL = {
  public: among(['admin'], 200, 404),
  owned: owners(200, 404),
  protected: owners(200, 404),
  encrypted: owners(200, 404),
  deleted: owners(200, 404),
};

/** Objects: reading, saving, deleting, searches and batches; and profiles. */
export const OBJECT_OPERATIONS = {
  readByUid: get(UID, READ),
  readByUidForm: post(UID, 'form', READ, READING),
  read: get(OBJECT, READ),
  head: get(OBJECT, READ, 'HEAD'),
  readForm: post(OBJECT, 'form', READ, READING),
  history: get(OBJECT, READ_VERSIONS, '`history=true`'),
  historyForm: post(OBJECT, 'form', READ_VERSIONS, '`history=true`'),
  trail: get(OBJECT, TRAIL, '`audit=true`'),
  trailForm: post(OBJECT, 'form', TRAIL, '`audit=true`'),
  readVersion: get(VERSION, READ_VERSIONS),
  readVersionForm: post(VERSION, 'form', READ_VERSIONS, READING),
  changes: get('/api/changes', READ_VERSIONS),
  find: get('/api/sky/repo/search', READ),
  findForm: post('/api/sky/repo/search', 'form', READ),
  findJson: post('/api/sky/repo/search', 'JSON', READ),
  bulk: get('/api/bulk', READ),
  findInData: get('/api/data/', READ),
  findInDataForm: post('/api/data/', 'form', READ),
  findInDataJson: post('/api/data/', 'JSON', READ),
  multiGet: post('/api/sky/repo/multiGet', 'JSON', READ),
  multiGetForm: post('/api/sky/repo/multiGet', 'form', READ),
  saveByUid: post(UID, 'JSON', SAVE),
  saveByUidForm: post(UID, 'form', SAVE),
  save: post(OBJECT, 'JSON', SAVE),
  saveForm: post(OBJECT, 'form', SAVE),
  saveVersion: post(VERSION, 'JSON', SAVE),
  saveVersionForm: post(VERSION, 'form', SAVE),
  multiPut: post('/api/sky/repo/multiPut', 'JSON', SAVE),
  multiPutForm: post('/api/sky/repo/multiPut', 'form', SAVE),
  deleteByUid: remove(UID, DELETE),
  delete: remove(OBJECT, DELETE),
  deleteVersion: remove(VERSION, DELETE),
  multiDelete: post('/api/sky/repo/multiDelete', 'JSON', { ...SAVE, deleted: everyone(404) }),
  multiDeleteForm: post('/api/sky/repo/multiDelete', 'form', { ...SAVE, deleted: everyone(401) }),
  profile: get('/api/profile/latest', READ_FRAMEWORK),
  profileJson: post('/api/profile/latest', 'JSON', READ_FRAMEWORK),
  profileForm: post('/api/profile/latest', 'form', READ_FRAMEWORK),
  profileKey: get('/api/profile/pk', same(200)),
} satisfies Readonly<Record<string, Operation>>;
