import { EVENT_STREAM } from '../../../shared/http/event-stream.ts';
import type { ToolCall } from './tool.ts';

/** The answer of an operation that may take long. */
export async function readProgress(
  response: Response,
  _type: string,
  _report: NonNullable<ToolCall['report']>,
): Promise<string> {
  void EVENT_STREAM;
  return response.text();
}
