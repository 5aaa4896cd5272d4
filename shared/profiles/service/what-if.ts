import type { ReadKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { withoutVersion } from '../engine/graph/indexed-graph.ts';
import type { ProfileAgent, ProfileAssertion, ProfileGraph } from '../engine/model.ts';

/** A hypothetical assertion about the subject. */
export type Hypothesis = {
  /** Id of a competency, with or without version. */
  readonly competency: string;
  readonly negative?: boolean | undefined;
  /** The agent: a public key (PEM), or any name. Absent: an unknown agent, the same for all. */
  readonly agent?: string | undefined;
  /** Date of the assertion, UTC milliseconds; default: now. */
  readonly assertionDate?: number | undefined;
  /** Expiry, UTC milliseconds; absent: it never expires. */
  readonly expirationDate?: number | undefined;
};

/** Prefix of the ids of hypothetical assertions; their position follows. */
const ID = 'urn:competency-service:what-if:';

/**
 * Converts hypothetical assertions for the engine.
 *
 * @throws Problem `invalid-parameter` (400) for a competency that is not in the graph
 */
export function hypothetical(
  hypotheses: readonly Hypothesis[],
  { competencies }: ProfileGraph,
  now: number,
  readKey: ReadKey,
): readonly ProfileAssertion[] {
  const known = new Set(competencies.map(({ id }) => id));
  return hypotheses.map((one, index) => {
    if (!known.has(one.competency) && !known.has(withoutVersion(one.competency))) {
      const where = `whatIf.${index}.competency`;
      throw new Problem('invalid-parameter', `${where}: neither the framework nor its relations lead to it.`, {
        where,
      });
    }
    return {
      id: `${ID}${index}`,
      competency: one.competency,
      negative: one.negative ?? false,
      agent: agentOf(one.agent, readKey),
      assertionDate: one.assertionDate ?? now,
      expirationDate: one.expirationDate ?? null,
    };
  });
}

function agentOf(text: string | undefined, readKey: ReadKey): ProfileAgent {
  if (text === undefined) return { key: ID };
  try {
    return { key: readKey(text).id };
  } catch {
    return { key: ID + text, name: text };
  }
}
