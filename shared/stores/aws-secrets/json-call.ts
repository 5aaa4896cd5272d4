import { type AwsCredentialProvider, createSignedFetch } from '../../base/aws/signed-fetch.ts';
import type { AwsService } from '../../base/config/aws-access.ts';
import { isObject, type JsonObject, member, parseJson } from '../../repository/linked-data/json.ts';

/** The credentials and the HTTP client for calls to AWS. */
export type AwsCaller = { readonly credentials: AwsCredentialProvider; readonly fetch: typeof globalThis.fetch };

/** A service of AWS refused a call; `type` is its error code, such as `ParameterNotFound`. */
export class AwsFault extends Error {
  override readonly name = 'AwsFault';
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** Calls an action of a service, such as `AmazonSSM.GetParameter`. @throws AwsFault */
export type AwsCall = (action: string, input: JsonObject) => Promise<JsonObject>;

const REQUEST_TIMEOUT_MS = 5_000;

/**
 * A client of a service with the protocol AWS JSON 1.1: signed POST requests with the action in a header.
 *
 * @param name the service's name in signatures
 */
export function createAwsCall(
  { region, endpoint }: Pick<AwsService, 'region' | 'endpoint'>,
  name: string,
  { credentials, fetch: send }: AwsCaller,
): AwsCall {
  const signed = createSignedFetch({ region, service: name, credentials, fetch: send });
  return async (action, input) => {
    const response = await signed(new URL('/', endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': action },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const answer = parsed(await response.text());
    if (response.ok) return answer;
    const type = String(member(answer, '__type') ?? response.status).replace(/^.*#/, '');
    throw new AwsFault(type, `${action} answered ${response.status} ${type}.`);
  };
}

function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text, 'The answer');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
