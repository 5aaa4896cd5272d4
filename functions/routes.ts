import type { RouteGroup } from '../shared/http/route.ts';
import { adminRoutes } from './admin/routes.ts';
import { dataRoutes } from './data/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { systemRoutes } from './system/routes.ts';

/** Every operation of the API by group, in the order of the description. */
export const routeGroups: readonly RouteGroup[] = [
  { name: 'data', description: 'Objects: read, save, delete, history.', routes: dataRoutes },
  { name: 'search', description: 'Search, and operations on several objects at once.', routes: searchRoutes },
  { name: 'profile', description: 'How people stand in frameworks.', routes: profileRoutes },
  { name: 'identity', description: 'Key pairs kept for users, encrypted by themselves.', routes: identityRoutes },
  {
    name: 'admin',
    description: 'Operations on the whole store, for admins.',
    routes: adminRoutes,
  },
  { name: 'system', description: 'Health, this description, and the keys of the admin.', routes: systemRoutes },
];
