import type { AwsService } from '../../../shared/config/aws-access.ts';
import { isObject, type JsonObject, member, parseJson } from '../../../shared/linked-data/json.ts';
import { createCredentialProvider } from '../credentials.ts';
import { createSignedFetch } from '../signed-fetch.ts';

/** What a service of AWS refused: `type` is its name for the fault, such as `ParameterNotFound`. */
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

/** Milliseconds that a call may take. */
const PATIENCE = 5_000;

/**
 * The way to a service that speaks AWS JSON 1.1: a POST with the action in a header, signed.
 *
 * @param name of the service in signatures
 */
export function createAwsCall(service: AwsService, name: string, send: typeof fetch): AwsCall {
  const { region, endpoint, credentials } = service;
  const signed = createSignedFetch({
    ...{ region, service: name, fetch: send },
    credentials: createCredentialProvider(credentials, { fetch: send }),
  });
  return async (action, input) => {
    const response = await signed(new URL('/', endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': action },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(PATIENCE),
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
