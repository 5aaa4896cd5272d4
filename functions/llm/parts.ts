import { Problem } from '../../shared/base/errors/problem.ts';
import type { CountRequest } from './access.ts';
import type { LanguageModel } from './drafting/model/language-model.ts';
import type { Alignment } from './load-alignment.ts';

/** What the handlers share for the life of the process. */
export type DraftingParts = {
  /** The configured language model; null if there is none. */
  readonly model: LanguageModel | null;
  /** Compares frameworks, by the embedding model too if one is configured. */
  readonly alignment: () => Promise<Alignment>;
  readonly countRequest: CountRequest;
};

/** @throws Problem `model-unavailable` (503) where no model is configured */
export function requireModel({ model }: DraftingParts): LanguageModel {
  if (model !== null) return model;
  throw new Problem('model-unavailable', 'This service has no language model: LLM_ENDPOINT is not set.');
}
