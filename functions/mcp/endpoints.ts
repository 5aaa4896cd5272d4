import { post, remove } from '../../shared/http/endpoint.ts';

/** The Model Context Protocol. */
export const mcpEndpoints = {
  mcp: post('/api/mcp', 'called-operation'),
  endMcpSession: remove('/api/mcp', 'session'),
};
