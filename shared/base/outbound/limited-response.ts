import { failure } from './failures.ts';

/** The limits of a response. */
export type ResponseLimits = {
  /** Maximum length of the decompressed body in bytes; null: unlimited. */
  readonly maxBytes: number | null;
  /** Allowed media types of successful responses; a suffix such as `+json` matches all types with it; null: any type. */
  readonly types: readonly string[] | null;
};

/**
 * A response within limits: reading its body fails as soon as it becomes longer.
 *
 * @param url address of the response, for messages
 * @throws Problem `fetch-failed` (502) when the headers already exceed the limits
 */
export async function limitedResponse(
  response: Response,
  { maxBytes, types }: ResponseLimits,
  url: URL,
): Promise<Response> {
  const { status, headers, body } = response;
  if (body === null) return response;
  const isTooLong = maxBytes !== null && Number(headers.get('content-length')) > maxBytes;
  const isOfAnotherType = types !== null && response.ok && !types.some((type) => isOfType(headers, type));
  if (isTooLong || isOfAnotherType) {
    await body.cancel();
    throw failure(url, isTooLong ? tooLong(maxBytes) : `does not answer with ${types?.join(' or ')}`);
  }
  return new Response(limitedBody(body, maxBytes ?? Number.POSITIVE_INFINITY, url), { status, headers });
}

function isOfType(headers: Headers, type: string): boolean {
  const essence = (headers.get('content-type') ?? '').split(';', 1).join().trim().toLowerCase();
  return type.startsWith('+') ? essence.endsWith(type) : essence === type;
}

function limitedBody(body: ReadableStream<Uint8Array>, maxBytes: number, url: URL): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let total = 0;

  async function read(): Promise<Uint8Array | null> {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw failure(url, 'breaks off or takes too long', error);
    });
    if (done) return null;
    total += value.length;
    if (total <= maxBytes) return value;
    await reader.cancel();
    throw failure(url, tooLong(maxBytes));
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await read();
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function tooLong(maxBytes: number | null): string {
  return `answers with more than ${maxBytes} bytes`;
}
