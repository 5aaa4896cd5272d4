import type { BadgeContext } from '../shared/exchange/badges/context.ts';
import type { ExchangeContext } from '../shared/exchange/frameworks/context.ts';
import type { ReplicationContext } from '../shared/exchange/replication/context.ts';
import type { XapiContext } from '../shared/exchange/xapi/context.ts';
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
