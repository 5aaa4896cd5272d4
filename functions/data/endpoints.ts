import { get, post, remove } from '../../shared/http/endpoint.ts';

const BY_UID = '/api/data/{uid}';
const BY_TYPE = '/api/data/{type}/{uid}';
const VERSION = '/api/data/{type}/{uid}/{version}';

/** Ids are read from the address itself: they may be percent-encoded and contain slashes. */
const ANY = { servedAs: '/api/data/*' };

/** Objects. */
export const dataEndpoints = {
  getObjectByUid: get(BY_UID, 'readers', ANY),
  saveObjectByUid: post(BY_UID, 'owners', ANY),
  deleteObjectByUid: remove(BY_UID, 'owners', ANY),
  getObject: get(BY_TYPE, 'readers', ANY),
  saveObject: post(BY_TYPE, 'owners', ANY),
  deleteObject: remove(BY_TYPE, 'owners', ANY),
  getObjectVersion: get(VERSION, 'readers', ANY),
  saveObjectVersion: post(VERSION, 'owners', ANY),
  deleteObjectVersion: remove(VERSION, 'owners', ANY),
};
