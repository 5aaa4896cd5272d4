import { adminManifest } from './admin/manifest.ts';
import { dataManifest } from './data/manifest.ts';
import { identityManifest } from './identity/manifest.ts';
import { profileManifest } from './profile/manifest.ts';
import { searchManifest } from './search/manifest.ts';
import { systemManifest } from './system/manifest.ts';

/** Every group of endpoints, in the order of the API description. `app.ts` mounts each of them. */
export const manifests = [
  dataManifest,
  searchManifest,
  profileManifest,
  identityManifest,
  adminManifest,
  systemManifest,
] as const;

/** The name of a group. */
export type GroupName = (typeof manifests)[number]['name'];
