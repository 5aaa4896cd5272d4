import { parsePublicKey } from '../../../shared/base/crypto/public-key.ts';
import { displayText } from '../../../shared/profiles/engine/stored-values.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../../shared/repository/linked-data/json.ts';
import { textOf } from '../own-api.ts';
import { acceptedText, RefusedError } from '../repository.ts';
import type { ToolCall } from '../tools/tool.ts';

/** The public key of the signed-in person. @throws RefusedError when nobody is signed in */
export async function ownKey({ api }: ToolCall): Promise<string> {
  const answer = parseJson(await textOf(await api.request('/api/ping?fields=ssoPublicKey')), 'The answer');
  const key = isObject(answer) ? member(answer, 'ssoPublicKey') : undefined;
  if (typeof key === 'string') return key;
  throw new RefusedError('Nobody is signed in: say who the learner is.');
}

/** The e-mail address of the signed-in person. @throws RefusedError when there is none */
export async function ownAddress(call: ToolCall): Promise<string> {
  const person = await call.repository.read(parsePublicKey(await ownKey(call)).fingerprint);
  const address = person && displayText(member(person.object, 'email'));
  if (address) return address;
  throw new RefusedError('The address of the person who is signed in is not known: say who the learner is.');
}

/** A competency in a profile. */
export type ProfileNode = { readonly id: string; readonly object: JsonObject; readonly state: JsonObject };

/** The state of a learner in the competencies of a framework, each once. @throws RefusedError when it is refused */
export async function readProfile(
  call: ToolCall,
  framework: string,
  learner?: string,
): Promise<readonly ProfileNode[]> {
  const subject = learner ?? (await ownKey(call));
  const query = new URLSearchParams({ frameworkId: framework, subject, explain: 'true' });
  const text = await acceptedText(await call.api.request(`/api/profile/latest?${query}`, { signal: call.signal }));
  const nodes = new Map<string, ProfileNode>();
  const pending = childrenOf(parseJson(text, 'The profile')).toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const [id, state] = [member(node, 'id'), member(node, 'state')];
    if (typeof id === 'string' && isObject(state) && member(node, 'seeAlso') === undefined && !nodes.has(id)) {
      nodes.set(id, { id, object: node, state });
    }
    pending.push(...childrenOf(node).toReversed());
  }
  return [...nodes.values()];
}

/** Whether one of these members of a state is true. */
export function isAny({ state }: ProfileNode, ...names: readonly string[]): boolean {
  return names.some((name) => member(state, name) === true);
}

function childrenOf(value: Json): JsonObject[] {
  const children = isObject(value) ? member(value, 'children') : undefined;
  return Array.isArray(children) ? children.filter(isObject) : [];
}
