import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import { textIn } from '../answer-text.ts';
import { ask, type DraftSession, type Missing } from '../ask.ts';
import { byteLength } from '../budget.ts';
import { createIncompleteList, type Incomplete } from '../incomplete.ts';
import { createNames } from '../similar-names.ts';
import type { SourceText } from '../source-text.ts';
import type { DraftedCompetency, DraftObjects } from './objects.ts';
import { type Proposal, partsQuestion, type TopLevel, topLevelQuestion } from './questions.ts';
import { answerTokens, excerpt, readLongText, textBytes } from './read-text.ts';

/** A framework to draft. */
export type DraftRequest = {
  readonly topic: string;
  readonly text: SourceText | null;
  /** Language tag; null: the language of the topic. */
  readonly language: string | null;
  /** Number of levels of competencies. */
  readonly depth: number;
  /** Number of competencies at the top level, and of parts of each competency. */
  readonly breadth: number;
  /** A stored framework to add to; null: a new one. */
  readonly existing: ExistingFramework | null;
};

/** The data of a stored framework that a draft needs. */
export type ExistingFramework = {
  /** The object as stored. */
  readonly object: JsonObject;
  readonly id: string;
  readonly tops: readonly ExistingCompetency[];
  /** Members of the stored object that its new parts have too: owners and readers. */
  readonly members: JsonObject;
};

/** A competency of a stored framework. Each is here in one place, even if it is in several places of the framework. */
export type ExistingCompetency = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly children: readonly ExistingCompetency[];
};

/** A draft: objects in their stored form. */
export type Draft = {
  readonly framework: JsonObject;
  /** Parents come before their parts. */
  readonly competencies: readonly JsonObject[];
  readonly relations: readonly JsonObject[];
  readonly incomplete: readonly Incomplete[];
};

/** Called with the objects of a draft as soon as they exist: first the framework, without its lists. */
export type DraftProgress = {
  readonly framework: (framework: JsonObject) => void;
  /** @param relation to the parent; null at the top level */
  readonly competency: (competency: JsonObject, relation: JsonObject | null) => void;
};

/** Maximum number of competencies in one draft. */
export const MAX_COMPETENCIES = 500;

const TOO_LARGE: Missing = { reason: 'size', detail: `A draft has at most ${MAX_COMPETENCIES} competencies.` };

/** Maximum bytes of source text in a request for the parts of one competency: there are many such requests. */
const PARTS_TEXT_BYTES = 6_000;

/** Maximum bytes of the names and of a description in a prompt. */
const NAMES_BYTES = 1_200;
const MAX_TOLD_DESCRIPTION = 500;

/** A competency whose parts are drafted next. */
type Node = Omit<DraftedCompetency, 'source'> & {
  readonly source: string | null;
  /** Names from the top level down to the competency. */
  readonly path: readonly string[];
  /** Parts that are already stored. */
  readonly children: readonly ExistingCompetency[];
};

/**
 * Drafts a framework level by level, the parts of several competencies at a time. Siblings with the same meaning are merged. The result
 * reports the parts that cannot be drafted.
 *
 * @param concurrency maximum number of concurrent calls of the model
 * @throws Problem `model-unavailable` (503), `model-failed` (502), `model-timeout` (504) when there is no top level; the abort
 *   reason when the client has disconnected
 */
export async function draftFramework(
  session: DraftSession,
  request: DraftRequest,
  objects: DraftObjects,
  progress: DraftProgress,
  concurrency: number,
): Promise<Draft> {
  const { topic, language, depth, breadth, existing } = request;
  const competencies: JsonObject[] = [];
  const relations: JsonObject[] = [];
  const incomplete = createIncompleteList();
  const maxTokens = answerTokens(session);
  const id = existing?.id ?? objects.newFrameworkId();
  const read = request.text && (await readLongText(session, topic, request.text, concurrency));
  const text = read?.text ?? null;
  for (const missing of read?.unread ?? []) incomplete.add([id], missing);

  function given(about: string, maxBytes: number, names: readonly string[]): TopLevel {
    const passages = excerpt(text, about, maxBytes);
    return { topic, language, count: breadth, text: passages, existing: leading(names, NAMES_BYTES) };
  }

  /** Adds proposals as the parts of a competency, or as the top level. */
  function take(proposals: readonly Proposal[], parent: Node | null, taken: readonly string[]): readonly Node[] {
    const path = parent?.path ?? [];
    return distinct(proposals, [...taken, ...path], text).map((one): Node => {
      const node = { ...one, id: objects.newCompetencyId(), path: [...path, one.name], children: [] };
      const object = objects.competency(node);
      const relation = parent && objects.relation('narrows', node.id, parent.id);
      competencies.push(object);
      if (relation !== null) relations.push(relation);
      progress.competency(object, relation);
      return node;
    });
  }

  async function topLevel(
    stored: readonly Node[],
  ): Promise<{ readonly framework: JsonObject; readonly nodes: Node[] }> {
    const names = stored.map(({ name }) => name);
    const asked = await ask(session, topLevelQuestion(given(topic, textBytes(session), names), { maxTokens }));
    if ('missing' in asked) throw asked.problem;
    if (asked.rest !== null) incomplete.add([id], asked.rest);
    const { description, proposals } = asked.answer;
    const framework = existing?.object ?? objects.framework(id, topic, description);
    progress.framework(framework);
    return { framework, nodes: [...stored, ...take(proposals, null, names)] };
  }

  /** The next level below a competency: the stored parts, or else drafted ones. */
  async function partsOf(node: Node, level: readonly Node[]): Promise<readonly Node[]> {
    if (node.children.length > 0) return node.children.map((child) => toNode(child, node.path));
    const obstacle = incomplete.stopped() ?? (competencies.length + breadth > MAX_COMPETENCIES ? TOO_LARGE : null);
    if (obstacle !== null) {
      incomplete.add([node.id], obstacle);
      return [];
    }
    const others = level.flatMap(({ id, name }) => (id === node.id ? [] : [name]));
    const { path } = node;
    const description = textIn(node.description, MAX_TOLD_DESCRIPTION);
    const about = [...path, description, node.source ?? ''].join(' ');
    const bytes = Math.min(PARTS_TEXT_BYTES, textBytes(session));
    const question = partsQuestion({ ...given(about, bytes, others), path, description }, { maxTokens });
    const asked = await ask(session, question);
    if (!('missing' in asked)) {
      if (asked.rest !== null) incomplete.add([node.id], asked.rest);
      return take(asked.answer, node, []);
    }
    incomplete.add([node.id], asked.missing);
    if (asked.problem.code === 'model-unavailable') incomplete.stop(asked.missing);
    return [];
  }

  const { framework, nodes } = await topLevel((existing?.tops ?? []).map((top) => toNode(top, [])));
  let level: readonly Node[] = nodes;
  for (let depthDone = 1; depthDone < depth && level.length > 0; depthDone++) {
    const current = level;
    level = (await mapLimit(current, concurrency, (node) => partsOf(node, current))).flat();
  }
  return {
    framework: withMembers(framework, competencies, relations),
    competencies,
    relations,
    incomplete: incomplete.entries(),
  };
}

/** The first of these names, of at most `maxBytes` bytes. */
function leading(names: readonly string[], maxBytes: number): readonly string[] {
  let left = maxBytes;
  const end = names.findIndex((name) => {
    left -= byteLength(name);
    return left < 0;
  });
  return end === -1 ? names : names.slice(0, end);
}

function toNode({ id, name, description, children }: ExistingCompetency, path: readonly string[]): Node {
  return { id, name, description, source: null, path: [...path, name], children };
}

/**
 * Proposals as competencies: those with the same meaning as an earlier one are merged into it, those with the meaning of one of
 * `taken` are left out.
 */
function distinct(
  proposals: readonly Proposal[],
  taken: readonly string[],
  text: SourceText | null,
): readonly Omit<DraftedCompetency, 'id'>[] {
  const others = createNames(taken);
  const names = createNames();
  const kept: Omit<DraftedCompetency, 'id'>[] = [];
  for (const { name, description, quotation } of proposals) {
    if (others.indexOf(name) !== -1) continue;
    const one = { name, description, source: text?.sentenceWith(quotation) ?? null };
    const at = names.indexOf(name);
    const before = kept[at];
    if (before === undefined) {
      kept.push(one);
      names.add(name);
    } else {
      const longer = description.length > before.description.length ? description : before.description;
      kept[at] = { ...before, description: longer, source: before.source ?? one.source };
    }
  }
  return kept;
}

function withMembers(
  framework: JsonObject,
  competencies: readonly JsonObject[],
  relations: readonly JsonObject[],
): JsonObject {
  const ids = (objects: readonly JsonObject[]) => objects.flatMap((object) => object['@id'] ?? []);
  return {
    ...framework,
    competency: [...items(framework['competency']), ...ids(competencies)],
    relation: [...items(framework['relation']), ...ids(relations)],
  };
}
