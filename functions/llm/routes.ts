import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { signatureSheet, signatureSheetText } from '../../shared/http/json-ld-schemas.ts';
import { type Content, type Description, type Route, routesOf } from '../../shared/http/route.ts';
import { ALIGNMENT_TYPES } from './alignment/types.ts';
import { alignEndpoints, candidateEndpoints, llmEndpoints } from './endpoints.ts';
import { alignParameters, candidateParameters, frameworkParameters, frameworkQuery } from './parameters.ts';

const object = z.looseObject({ '@id': z.string(), '@type': z.string() });

const common = {
  incomplete: z.array(
    z.object({
      reason: z
        .enum(['tokens', 'time', 'model', 'size'])
        .check(z.describe('What was spent, or that the model failed, or that the draft is as large as one may be.')),
      detail: z.string().check(z.describe('A sentence.')),
      ids: z.array(z.string()).check(z.describe('What is concerned: competencies without their parts, or not judged.')),
    }),
  ),
  model: z.string().check(z.describe('Name of the language model.')),
  usage: z.object({ calls: z.int(), inputTokens: z.int(), outputTokens: z.int() }),
};

const draft = z
  .object({
    framework: object.check(z.describe('The framework with its lists, as JSON-LD that can be saved as it is.')),
    competencies: z.array(object).check(z.describe('New competencies; `dcterms:source` is the sentence of the text.')),
    relations: z
      .array(object)
      .check(z.describe('New relations, of type `narrows`: the source is a part of the target.')),
    ...common,
    stored: z.optional(z.int()).check(z.describe('With `save`: how many objects are stored.')),
    failed: z.optional(z.array(z.looseObject({ '@id': z.nullable(z.string()), status: z.int(), detail: z.string() }))),
  })
  .check(z.meta({ id: 'FrameworkDraft', description: 'A framework that a language model drafted.' }));

const alignments = z
  .object({
    alignments: z.array(
      z.object({
        relation: object.check(z.describe('The relation, as JSON-LD that can be saved as it is.')),
        confidence: z.number().check(z.describe('How sure the model is, from 0 to 1.')),
        reason: z.string(),
        sourceName: z.string(),
        targetName: z.string(),
      }),
    ),
    ...common,
  })
  .check(z.meta({ id: 'AlignmentProposals', description: 'Alignments that a language model proposes.' }));

const agreement = (description: string) =>
  z.optional(z.number().check(z.minimum(0), z.maximum(1), z.describe(description)));

const candidates = z
  .object({
    meaning: z
      .boolean()
      .check(z.describe('Whether meanings were compared: there is an embedding model, and it answered.')),
    candidates: z
      .array(
        z.object({
          source: z.string().check(z.describe('Id of the competency, or the sentence of the text.')),
          target: z.string().check(z.describe('Id of the competency that may correspond.')),
          sourceName: z.string(),
          targetName: z.string(),
          score: z
            .number()
            .check(z.minimum(0), z.maximum(1), z.describe('How likely they correspond, from all reasons.')),
          reasons: z.object({
            words: agreement('How many of their words are the same, in one of their languages; rare words count more.'),
            notation: agreement('They have the same notation; less than 1 if others of the targets have it too.'),
            meaning: agreement(
              'How similar their meanings are: 0 is usual for unrelated texts, 0.8 for the same in other words.',
            ),
            position: agreement('How much their parents agree.'),
          }),
          judgement: z.optional(
            z
              .nullable(z.object({ type: z.enum(ALIGNMENT_TYPES), confidence: z.number(), reason: z.string() }))
              .check(
                z.describe(
                  'Of the language model: what the source is to the target; null: it did not find them aligned. Absent: it was not asked.',
                ),
              ),
          ),
        }),
      )
      .check(z.describe('For each competency or sentence in its order, the best first.')),
    incomplete: z.optional(common.incomplete),
    model: z.optional(common.model),
    usage: z.optional(common.usage),
  })
  .check(
    z.meta({
      id: 'AlignmentCandidates',
      description: 'What may correspond among frameworks, or a text and frameworks.',
    }),
  );

const events = (names: string) =>
  z
    .string()
    .check(z.describe(`Server-sent events: ${names}, then \`done\` with the result, or \`error\` with a problem.`));

const problems: readonly ProblemCode[] = [
  ...(['invalid-parameter', 'malformed-json', 'malformed-request', 'not-signed-in', 'not-found'] as const),
  ...(['not-a-framework', 'answer-too-large', 'too-many-requests', 'store-unavailable'] as const),
  ...(['model-failed', 'model-unavailable', 'model-timeout'] as const),
];

/** The parameters as JSON and as a form, which has its signature sheet as text. */
function bodies(shape: z.core.$ZodShape): Content {
  const form = z.looseObject({ ...shape, signatureSheet: z.optional(signatureSheetText) });
  return {
    'application/json': z.looseObject({ ...shape, signatureSheet: z.optional(signatureSheet) }),
    'multipart/form-data': form,
    'application/x-www-form-urlencoded': form,
  };
}

const framework: Description = {
  summary: 'Draft a framework with a language model',
  description:
    'Use it for a first draft of a framework on a topic, from a text such as a job description, or for more of a framework that is stored. Nothing is stored unless `save` is true.',
  query: frameworkQuery,
  requestBody: {
    required: false,
    content: bodies(frameworkParameters.shape),
  },
  responses: {
    200: {
      description: 'The draft. What exceeded the budget of the request is listed in `incomplete`.',
      content: { 'application/json': draft, [EVENT_STREAM]: events('`framework`, a `competency` for each one') },
    },
  },
  problems: [...problems, 'not-owner'],
};

/** Drafts by a language model (specification: Adapter endpoints). */
export const llmRoutes: readonly Route[] = [
  ...routesOf(llmEndpoints, { draftFramework: framework, draftFrameworkWithOllama: framework }),
  ...routesOf(alignEndpoints, {
    proposeAlignments: {
      summary: 'Propose alignments between two frameworks with a language model',
      description:
        'Use it to find which competencies of two frameworks mean the same, or are parts of one another, before a person decides. Nothing is stored.',
      requestBody: {
        required: true,
        content: bodies(alignParameters.shape),
      },
      responses: {
        200: {
          description: 'Proposals, the most confident first.',
          content: { 'application/json': alignments, [EVENT_STREAM]: events('an `alignment` for each proposal') },
        },
      },
      problems,
    },
  }),
  ...routesOf(candidateEndpoints, {
    findAlignments: {
      summary: 'Find what may correspond among frameworks',
      description:
        'Use it to align two frameworks, or to find the competencies that a text such as a job description asks for. Compares words, notations, positions in the hierarchy, and meanings where the service has an embedding model; with `judge`, a language model decides on what remains uncertain. Pairs that are aligned already are left out. Nothing is stored.',
      requestBody: {
        required: true,
        content: bodies(candidateParameters.shape),
      },
      responses: {
        200: {
          description: 'The candidates.',
          content: {
            'application/json': candidates,
            [EVENT_STREAM]: events('`progress`, how many of the competencies or sentences are compared, and `judged`'),
          },
        },
      },
      problems: [...problems, 'body-too-large', 'overloaded'],
    },
  }),
];
