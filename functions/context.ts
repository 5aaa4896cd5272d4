import type { BadgeContext } from '../shared/badges/context.ts';
import type { ExchangeContext } from '../shared/frameworks/context.ts';
import type { ReplicationContext } from '../shared/replication/context.ts';
import type { XapiContext } from '../shared/xapi/context.ts';
import type { AdminContext } from './admin/context.ts';
import type { IdentityContext } from './identity/context.ts';
import type { McpContext } from './mcp/context.ts';
import type { ProfileContext } from './profile/context.ts';

/** Everything, for a process that serves all groups. */
export type ServerContext = IdentityContext &
  ProfileContext &
  AdminContext &
  ExchangeContext &
  XapiContext &
  BadgeContext &
  McpContext &
  ReplicationContext;
