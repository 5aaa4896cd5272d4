import { isObject, type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { GROUND_RULES, MAX_DESCRIPTION, MAX_NAME, textIn } from '../answer-text.ts';
import { objectSchema, type Question } from '../ask.ts';

/** A competency that a model wrote. */
export type Proposal = {
  readonly name: string;
  readonly description: string;
  /** The quotation of its source; empty if there is none. */
  readonly quotation: string;
};

/** The input for drafting the top level of a framework. */
export type TopLevel = {
  readonly topic: string;
  /** Language tag; null: the language of the topic. */
  readonly language: string | null;
  readonly count: number;
  readonly text: readonly string[];
  /** Names of existing competencies. */
  readonly existing: readonly string[];
};

/** The input for drafting the parts of one competency. */
export type QuestionParts = TopLevel & {
  /** Names from the top level down to the competency. */
  readonly path: readonly string[];
  readonly description: string;
};

/** The sizes of answers. */
export type AnswerSize = { readonly maxTokens: number };

const LANGUAGE =
  'Write in the language that `language` names by its tag (BCP 47); if it is null, in the language of `topic`.';
const WORDING =
  '`name` is a short phrase that begins with a verb, such as "Read a weather chart"; `description` is one sentence. No two may say the same.';
const SOURCE =
  '`source` is the one sentence of `text` that the competency comes from, copied letter by letter; it is empty if none says so.';

const STRING: JsonObject = { type: 'string' };

function competencies({ text, count }: TopLevel, atLeast: number): JsonObject {
  const item = objectSchema({ name: STRING, description: STRING, ...(text.length > 0 && { source: STRING }) });
  return { type: 'array', items: item, minItems: atLeast, maxItems: count };
}

/** Asks for the description of a framework, and its top level. An answer without competencies is none. */
export function topLevelQuestion(
  given: TopLevel,
  { maxTokens }: AnswerSize,
): Question<{ readonly description: string; readonly proposals: readonly Proposal[] }> {
  const hasText = given.text.length > 0;
  const task = [
    'Task: draft the top level of a framework for the topic in `topic`.',
    '`description` says in one paragraph what the framework is for. `competencies` are the most important competencies, `count` of them, that together cover the topic, in the order in which they are learned or used.',
    ...(hasText ? ['Keep to what `text` says.', SOURCE] : []),
    'Those in `existing` are there already: add others.',
  ];
  return {
    prompt: { instructions: [GROUND_RULES, ...task, WORDING, LANGUAGE].join('\n'), data: dataOf(given) },
    form: { name: 'framework', schema: objectSchema({ description: STRING, competencies: competencies(given, 1) }) },
    maxTokens,
    read(value) {
      const proposals = proposalsIn(value, given.count);
      if (proposals === null || proposals.length === 0) return null;
      const description = isObject(value) ? textIn(member(value, 'description'), MAX_DESCRIPTION) : '';
      return { description, proposals };
    },
  };
}

/** Asks for the parts of one competency. It may have none. */
export function partsQuestion(given: QuestionParts, { maxTokens }: AnswerSize): Question<readonly Proposal[]> {
  const hasText = given.text.length > 0;
  const task = [
    'Task: divide one competency of a framework into its parts.',
    '`topic` is the topic of the framework; `path` leads from its top level to the competency, which is the last in it. `competencies` are `count` narrower competencies that together make it up; fewer if it has fewer.',
    ...(hasText ? ['Prefer what `text` says.', SOURCE] : []),
    'Those in `existing` are elsewhere in the framework: do not repeat them.',
  ];
  const data = { ...dataOf(given), path: [...given.path], description: given.description };
  return {
    prompt: { instructions: [GROUND_RULES, ...task, WORDING, LANGUAGE].join('\n'), data },
    form: { name: 'competencies', schema: objectSchema({ competencies: competencies(given, 0) }) },
    maxTokens,
    read: (value) => proposalsIn(value, given.count),
  };
}

/** Asks which sentences of a part of a long text are about competencies. */
export function statementsQuestion(
  topic: string,
  text: readonly string[],
  { maxTokens }: AnswerSize,
): Question<readonly string[]> {
  const task = [
    'Task: `text` is a part of a longer text. `statements` are its sentences that say what people have to know or be able to do in `topic`, each copied letter by letter. There may be none.',
  ];
  return {
    prompt: { instructions: [GROUND_RULES, ...task].join('\n'), data: { topic, text: [...text] } },
    form: { name: 'statements', schema: objectSchema({ statements: { type: 'array', items: STRING } }) },
    maxTokens,
    read: (value) => listIn(value, 'statements')?.flatMap((item) => textIn(item, MAX_DESCRIPTION) || []) ?? null,
  };
}

function dataOf({ topic, language, count, text, existing }: TopLevel): JsonObject {
  return { topic, language, count, existing: [...existing], ...(text.length > 0 && { text: [...text] }) };
}

/** The competencies of an answer; null if it has no list, or none in the list. */
function proposalsIn(value: Json, count: number): readonly Proposal[] | null {
  const list = listIn(value, 'competencies');
  if (list === null) return null;
  const proposals = list.flatMap((item): Proposal[] => {
    if (!isObject(item)) return [];
    const name = textIn(member(item, 'name'), MAX_NAME);
    if (name === '') return [];
    const description = textIn(member(item, 'description'), MAX_DESCRIPTION);
    return [{ name, description, quotation: textIn(member(item, 'source'), MAX_DESCRIPTION) }];
  });
  return list.length > 0 && proposals.length === 0 ? null : proposals.slice(0, count);
}

/** Some models omit the object around the list. */
function listIn(value: Json, name: string): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  const list = isObject(value) ? member(value, name) : undefined;
  return Array.isArray(list) ? list : null;
}
