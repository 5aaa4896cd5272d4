import { isObject, type JsonObject, parseJson } from '../linked-data/json.ts';
import type { ObjectStore, StoredVersion, VersionState } from '../store/object-store.ts';

/** A version with its text. */
export type Whole<State extends VersionState> = State & Pick<StoredVersion, 'text'>;

type Texts = Pick<ObjectStore, 'texts'>;

/**
 * Versions with their texts, in their order, in groups: missing texts are read when they are needed, as many as the store reads at
 * a time. Versions that have been purged since are left out.
 *
 * @throws Problem `store-unavailable` (503)
 */
export async function* wholeVersions<State extends VersionState>(
  store: Texts,
  states: readonly State[],
): AsyncGenerator<readonly Whole<State>[]> {
  for (let at = 0; at < states.length; ) {
    const whole = leading(states, at, hasText);
    if (whole.length > 0) yield whole;
    at += whole.length;
    const without = leading(states, at, lacksText);
    for (let read = 0; read < without.length; ) {
      const texts = await store.texts(without.slice(read));
      yield texts.flatMap((text, index) => withText(without[read + index], text));
      read += texts.length;
    }
    at += without.length;
  }
}

/** One version with its text; null when it has been purged since. @throws Problem `store-unavailable` (503) */
export async function wholeVersion<State extends VersionState>(
  store: Texts,
  state: State,
): Promise<Whole<State> | null> {
  if (hasText(state)) return state;
  const [text = null] = await store.texts([state]);
  return withText(state, text)[0] ?? null;
}

function leading<State extends VersionState, Kind extends State>(
  states: readonly State[],
  from: number,
  is: (state: State) => state is Kind,
): Kind[] {
  const run: Kind[] = [];
  for (let at = from; at < states.length; at++) {
    const state = states[at];
    if (state === undefined || !is(state)) break;
    run.push(state);
  }
  return run;
}

function hasText<State extends VersionState>(state: State): state is Whole<State> {
  return state.text !== null;
}

function lacksText<State extends VersionState>(state: State): state is State {
  return state.text === null;
}

function withText<State extends VersionState>(state: State | undefined, text: string | null): Whole<State>[] {
  return state === undefined || text === null ? [] : [{ ...state, text }];
}

/** A stored version, parsed. @throws Error when the stored text is not a JSON object */
export function storedObject({ key, text }: Pick<StoredVersion, 'key' | 'text'>): JsonObject {
  const value = parseJson(text, 'The stored object');
  if (!isObject(value)) throw new Error(`The store holds no JSON object under ${key}.`);
  return value;
}
