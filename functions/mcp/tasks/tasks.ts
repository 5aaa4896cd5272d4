import * as z from 'zod/mini';
import type { Tool } from '../tools/tool.ts';
import { IDS, LEARNER, limit, NAMED, RELATION, task, text } from './task.ts';

/** The tools for tasks, in the order of lists. */
export const TASKS: readonly Tool[] = [
  task({
    name: 'find_competencies',
    title: 'Find competencies',
    description:
      'Find competencies by what they are about, best first, with the frameworks that list them and the broader competencies above them. Begin here when ids are not known.',
    input: z.object({
      query: text('What the competency is about, in words.'),
      framework: z.optional(text('Id of a framework: only competencies of it.')),
      limit: limit(50),
    }),
    output: z.object({
      competencies: z.array(
        z.object({ ...NAMED.shape, description: z.string(), frameworks: z.array(NAMED), path: IDS }),
      ),
    }),
    load: async () => (await import('./find-competencies.ts')).findCompetencies,
  }),
  task({
    name: 'explain_competency',
    title: 'Explain a competency',
    description:
      'What a competency says, which frameworks list it, and how it relates to others: broader, narrower, required, equivalent.',
    input: z.object({ id: text('Id of the competency.') }),
    output: z.object({
      ...NAMED.shape,
      description: z.string(),
      frameworks: z.array(NAMED),
      relations: z.array(RELATION),
    }),
    load: async () => (await import('./explain-competency.ts')).explainCompetency,
  }),
  task({
    name: 'compare_frameworks',
    title: 'Compare two frameworks',
    description:
      'What two frameworks have in common: competencies that are in both, alignments that are stored, similar words or meanings; and what each has that the other lacks.',
    input: z.object({ one: text('Id of a framework.'), other: text('Id of the other framework.'), limit: limit(200) }),
    output: z.object({
      inBoth: z.array(NAMED),
      aligned: z.array(RELATION),
      similar: z.array(z.object({ source: z.string(), target: z.string(), similarity: z.number() })),
      onlyInOne: z.array(NAMED),
      onlyInOther: z.array(NAMED),
    }),
    load: async () => (await import('./compare-frameworks.ts')).compareFrameworks,
  }),
  task({
    name: 'draft_alignment',
    title: 'Draft an alignment of two frameworks',
    description:
      'Propose alignments from the competencies of one framework to those of another that are not aligned yet, by words, notation, meaning and position, as drafts of Relations. Judge each before you show it to a person. Nothing is stored.',
    input: z.object({
      source: text('Id of the framework to align.'),
      target: text('Id of the framework to align it to.'),
      limit: limit(200),
    }),
    output: z.object({
      proposals: z.array(
        z.object({
          similarity: z.number(),
          reasons: z.record(z.string(), z.number()),
          relation: z.record(z.string(), z.string()),
        }),
      ),
    }),
    load: async () => (await import('./draft-alignment.ts')).draftAlignment,
  }),
  task({
    name: 'record_achievement',
    title: 'Record an achievement',
    description:
      'Record that a learner has shown a competency, or has failed to. It becomes an assertion, which is kept: ask the person before. Take record_evidence for a whole xAPI statement.',
    input: z.object({
      competency: text('Id of the competency.'),
      learner: z.optional(
        z
          .email('must be an e-mail address')
          .check(z.describe('E-mail address of the learner. Absent: the person who is signed in.')),
      ),
      success: z._default(z.boolean().check(z.describe('false: the learner has failed to show it.')), true),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    output: z.object({ statement: z.string(), assertions: IDS }),
    load: async () => (await import('./record-achievement.ts')).recordAchievement,
  }),
  task({
    name: 'how_am_i_doing',
    title: 'How a learner is doing in a framework',
    description:
      'How a learner stands in a framework, in sentences with the reasons: what is shown, what there is evidence against, and what is open. Only evidence that the caller may read counts.',
    input: z.object({ framework: text('Id of the framework.'), learner: z.optional(text(LEARNER)) }),
    output: z.object({ total: z.int(), shown: IDS, against: IDS, open: IDS }),
    load: async () => (await import('./how-am-i-doing.ts')).howAmIDoing,
  }),
  task({
    name: 'what_next',
    title: 'What a learner could do next',
    description:
      'What is missing for the goals of a learner in a framework, the important first, with resources to learn from; without goals, what is open.',
    input: z.object({ framework: text('Id of the framework.'), learner: z.optional(text(LEARNER)), limit: limit(50) }),
    output: z.object({
      goals: IDS,
      next: z.array(
        z.object({
          ...NAMED.shape,
          resources: z.array(z.object({ name: z.string(), url: z.string() })),
          priority: z.boolean(),
        }),
      ),
    }),
    load: async () => (await import('./what-next.ts')).whatNext,
  }),
];
