import { type Json, parseJson } from '../../../repository/linked-data/json.ts';
import type { ProfileRequest } from '../calculation.ts';
import { theSame, withoutVersion } from '../graph/indexed-graph.ts';
import { findsAnything } from '../json-path/find.ts';
import type { JsonPath } from '../json-path/parse.ts';
import { parseJsonPath } from '../json-path/parse.ts';
import type { ProfileAssertion, ProfileConcept, ProfileGraph } from '../model.ts';
import { displayText } from '../stored-values.ts';
import type { ProfileStage } from './stage.ts';

/** A condition, and the path that finds it in evidence. */
type Condition = { readonly label: string; readonly path: JsonPath };

/**
 * Keeps the assertions that have all requested conditions (specification: Profile; profile rule 13); does nothing if none is
 * requested. An assertion without a `condition` gets the conditions in the competency's `validCondition` that its evidence meets.
 * An assertion that lacks a requested condition is left out, even if it has no condition at all.
 */
export const conditions: ProfileStage = {
  name: 'conditions',
  order: 60,
  assertions(assertions, request) {
    const asked = request.options.conditions ?? [];
    if (asked.length === 0) return assertions;
    const concepts = conceptsOf(request.graph);
    const labels = new Map(concepts.map(({ id, prefLabel }) => [id, displayText(prefLabel, request.options.language)]));
    const valid = validConditions(request, concepts);
    return assertions
      .map((assertion) => withConditions(assertion, valid(assertion.competency)))
      .filter(({ condition }) => {
        const has = new Set(texts(condition));
        return asked.every((name) => has.has(name) || has.has(labels.get(name) ?? name));
      });
  },
};

function texts(condition: Json | undefined): string[] {
  const all = Array.isArray(condition) ? condition : [condition];
  return all.flatMap((one) => displayText(one) ?? []);
}

/** The conditions that count on a competency. */
function validConditions(
  { graph, options }: ProfileRequest,
  concepts: readonly ProfileConcept[],
): (competency: string) => readonly Condition[] {
  const found = new Map<string, Condition>();
  for (const { id, prefLabel, hiddenLabel } of concepts) {
    const label = displayText(prefLabel, options.language);
    const path = parseJsonPath(displayText(hiddenLabel) ?? '');
    if (label !== null && path !== null) found.set(id, { label, path });
  }
  const valid = new Map(graph.competencies.map(({ id, validCondition }) => [id, validCondition]));
  return (competency) =>
    (valid.get(competency) ?? valid.get(withoutVersion(competency)) ?? []).flatMap((id) => found.get(id) ?? []);
}

function conceptsOf({ concepts = [] }: ProfileGraph): ProfileConcept[] {
  const byId = new Map<string, ProfileConcept>();
  for (const concept of concepts) byId.set(concept.id, theSame(byId.get(concept.id), concept));
  return [...byId.values()];
}

function withConditions(assertion: ProfileAssertion, valid: readonly Condition[]): ProfileAssertion {
  if (valid.length === 0 || (assertion.condition ?? null) !== null) return assertion;
  const evidence = (assertion.evidence ?? []).flatMap(parsed);
  const met = valid.filter(({ path }) => evidence.some((value) => findsAnything(path, value)));
  if (met.length === 0) return assertion;
  return { ...assertion, condition: [...new Set(met.map(({ label }) => label))] };
}

/** Evidence that is JSON text. */
function parsed(text: string | null): Json[] {
  if (text === null || !/^\s*[[{"\d]/.test(text)) return [];
  try {
    return [parseJson(text, 'The evidence')];
  } catch {
    return [];
  }
}
