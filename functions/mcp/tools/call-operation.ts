import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Operation, PlacedOperation } from './description.ts';
import { requestOf } from './operation-request.ts';
import { WITH_PROGRESS } from './progress.ts';
import { resultOf } from './result.ts';
import type { ToolCall } from './tool.ts';

/** Calls an operation of the own API. @param hasOutput whether its tool has an output schema */
export async function callOperation(
  operation: PlacedOperation,
  { api, input, signal, report }: ToolCall,
  hasOutput: boolean,
): Promise<CallToolResult> {
  const { path, request } = requestOf(operation, input);
  const withProgress = report === null ? undefined : progressType(operation);
  const accept = withProgress ?? request.accept ?? 'application/json';
  return resultOf(await api.request(path, { ...request, accept, signal }), { hasOutput, report, signal });
}

/** The media type in which an operation reports its progress; undefined when it has none, or is a list of lines. */
function progressType(operation: Operation): string | undefined {
  const types = Object.keys(operation.responses['200']?.content ?? {});
  return types.includes('application/json') ? WITH_PROGRESS.find((type) => types.includes(type)) : undefined;
}
