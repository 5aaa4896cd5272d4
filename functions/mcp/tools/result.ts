import type { CallToolResult } from '@modelcontextprotocol/server';
import { encodeBase64 } from '../../../shared/base/crypto/base64.ts';
import type { Answer } from '../../../shared/http/answer.ts';
import { parseJson } from '../../../shared/repository/linked-data/json.ts';
import { isSuccess, textWithin } from '../own-api.ts';
import { readProgress, WITH_PROGRESS } from './progress.ts';
import { failed, type ToolCall } from './tool.ts';

/** Longer answers are refused: no assistant can process them. */
const MAX_RESULT_CHARACTERS = 4_000_000;

/** Advice to an assistant on how to react to a status. */
const ADVICE: Readonly<Record<number, string>> = {
  400: 'Correct the arguments as it says, and call the tool again.',
  401: 'The person has to sign in, or has not the right to do this: do not repeat the call.',
  403: 'The service refuses this: do not repeat the call.',
  404: 'Nothing with this id can be read: look for it with search_data.',
  409: 'Read the current state with get_object, and decide again.',
  412: 'Read the current state with get_object, and decide again.',
  413: 'Ask for less at once.',
  422: 'Correct what it says, and call the tool again.',
  429: 'Wait before the next call.',
  503: 'Call the tool again after a while.',
};

/**
 * The answer of the API as the result of a tool: its text unchanged, and for JSON also as structured content.
 *
 * @param hasOutput whether the tool has an output schema
 */
export async function resultOf(
  answer: Answer,
  { hasOutput, report, signal }: { readonly hasOutput: boolean } & Pick<ToolCall, 'report' | 'signal'>,
): Promise<CallToolResult> {
  const type = (answer.headers['content-type'] ?? '').split(';', 1).join().trim();
  if (isSuccess(answer) && type === 'image/png') {
    const data = encodeBase64(new Uint8Array(await new Response(answer.body).arrayBuffer()));
    return { content: [{ type: 'image', data, mimeType: type }] };
  }
  const hasProgress = report !== null && WITH_PROGRESS.includes(type);
  const isJson = hasProgress || /^application\/(?:.+\+)?json$/.test(type);
  const { text, status } = hasProgress
    ? await readProgress(answer, type, report, signal)
    : { text: await textWithin(answer, MAX_RESULT_CHARACTERS), status: answer.status };
  if (text === null || text.length > MAX_RESULT_CHARACTERS) {
    return failed(`The answer has more than ${MAX_RESULT_CHARACTERS} characters: ask for less at once.`);
  }
  if (status >= 400) return failed(`CaSS API error (HTTP ${status}):\n${text}\n${ADVICE[status] ?? ''}`.trimEnd());
  return {
    content: [{ type: 'text', text }],
    ...(hasOutput && isJson && text !== '' && { structuredContent: parseJson(text, 'The answer') }),
  };
}
