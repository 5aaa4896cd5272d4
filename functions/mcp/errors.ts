import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The error of JSON-RPC for parameters that are not valid. */
export function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
