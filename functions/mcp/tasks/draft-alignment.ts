import * as z from 'zod/mini';
import { SERVICE_CONTEXT } from '../../../shared/frameworks/vocabulary.ts';
import { readFramework } from '../framework.ts';
import { nameOf } from '../stored-text.ts';
import { alignmentsBetween, similarPairs } from './compare-frameworks.ts';
import { limit, task, text } from './task.ts';

/** Candidates with fewer words in common are not worth a look. */
const LEAST_SIMILARITY = 0.3;

/** Names that are equal but for the order of their words. */
const EQUIVALENT = 0.95;

/** `draft_alignment`: proposals for alignments. Nothing is stored. */
export const draftAlignment = task({
  name: 'draft_alignment',
  title: 'Draft an alignment of two frameworks',
  description:
    'Propose alignments from the competencies of one framework to those of another that are not aligned yet, by the words of their names, as drafts of Relations. Judge each before you show it to a person. Nothing is stored.',
  input: z.object({
    source: text('Id of the framework to align.'),
    target: text('Id of the framework to align it to.'),
    limit: limit(200),
  }),
  output: z.object({
    proposals: z.array(z.object({ similarity: z.number(), relation: z.record(z.string(), z.string()) })),
  }),
  async run({ repository }, { source, target, limit: most }) {
    const [left, right] = await Promise.all([readFramework(repository, source), readFramework(repository, target)]);
    const aligned = await alignmentsBetween(repository, left, right);
    const pairs = similarPairs(left, right, aligned, LEAST_SIMILARITY).slice(0, most);
    const proposals = pairs.map((pair) => ({
      similarity: Math.round(pair.similarity * 100) / 100,
      relation: {
        ...{ '@context': SERVICE_CONTEXT, '@type': 'Relation' },
        relationType: pair.similarity >= EQUIVALENT ? 'isEquivalentTo' : 'isRelatedTo',
        ...{ source: pair.source.id, target: pair.target.id },
      },
    }));
    return {
      lines: [
        `${aligned.length} alignments are stored already. ${proposals.length} proposals, best first:`,
        ...pairs.map(
          (pair) =>
            `- ${nameOf(pair.source.object, pair.source.id)} to ${nameOf(pair.target.object, pair.target.id)}: ${Math.round(pair.similarity * 100)} % of the words`,
        ),
        'To store one, add an @id to its relation and save it with save_object (toolset write).',
      ],
      data: { proposals },
      links: pairs.map(({ source: { id, object } }) => ({ id, name: nameOf(object, id) })),
    };
  },
});
