import type { Json, JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { Fields } from '../../outline/command.ts';
import type { OutlineState } from '../../outline/state.ts';

/** The object whose details are shown: a competency, or the framework. */
export type Subject = {
  /** Its short id. */
  readonly id: string;
  readonly kind: 'framework' | 'competency';
  readonly object: JsonObject;
  /** The framework with all its parts. */
  readonly state: OutlineState;
  readonly isReadOnly: boolean;
  /** @param value null removes the member */
  readonly onChange: (name: string, value: Json) => void;
  readonly onChangeAll: (fields: Fields) => void;
};
