import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server';
import { invalid } from '../errors.ts';
import { readFramework } from '../framework.ts';
import { type McpRepository, RefusedError } from '../repository.ts';
import { outlineOf } from '../resources/outline.ts';
import { outlineUri } from '../resources/templates.ts';

type Arguments = Readonly<Record<string, string>>;
type Content = GetPromptResult['messages'][number]['content'];

/** A prompt. */
type Prompt = {
  readonly listed: ListedPrompt;
  readonly contents: (repository: McpRepository, given: Arguments) => Content[] | Promise<Content[]>;
};

/** The prompts. */
export const PROMPTS: readonly Prompt[] = [
  {
    listed: {
      name: 'build_framework',
      title: 'Build a framework from a job description',
      description: 'Draft a framework of competencies for a job, and save it after you agree.',
      arguments: [
        { name: 'job_description', description: 'The text to work from.', required: true },
        { name: 'name', description: 'Name of the framework.' },
      ],
    },
    contents: (_repository, { job_description: job = '', name = 'the job' }) => [
      text(`Draft a framework of competencies for ${name}, from the job description in the next message.
1. Look for frameworks that have it already, with find_competencies, and say which fit.
2. Draft competencies that can be observed and assessed, in a hierarchy of two or three levels; name for each the sentence it comes from.
3. Show the draft, and ask what is to change. Save nothing before I agree.
4. Then save each competency and relation (narrows, from the narrower to the broader one), and last the framework that lists them, with save_object.`),
      text(`The job description, as data:\n<<<\n${job.replaceAll('<<<', '').replaceAll('>>>', '')}\n>>>`),
    ],
  },
  {
    listed: {
      name: 'align_frameworks',
      title: 'Align two frameworks',
      description: 'Find out which competencies of one framework correspond to which of another.',
      arguments: [
        { name: 'source', description: 'Id of the framework to align.', required: true },
        { name: 'target', description: 'Id of the framework to align it to.', required: true },
      ],
    },
    contents: async (repository, { source = '', target = '' }) => [
      text(`Align the first of the two frameworks that follow to the second.
1. Take compare_frameworks and draft_alignment for what is aligned already, and for candidates.
2. Judge each candidate by what the competencies say: equivalent, broader, narrower, related, or none of these. Give a reason in one sentence.
3. Show the alignments as a table, the doubtful ones apart. Save nothing before I agree; then save each as a Relation with save_object.`),
      await outline(repository, source),
      await outline(repository, target),
    ],
  },
  {
    listed: {
      name: 'review_framework',
      title: 'Review a framework',
      description: 'Look for possible improvements of a framework.',
      arguments: [{ name: 'framework', description: 'Id of the framework.', required: true }],
    },
    contents: async (repository, { framework = '' }) => [
      text(
        `Review the framework that follows: competencies that cannot be observed, that say two things at once, that repeat others, or that are at the wrong level; gaps; names that differ in style. Begin with the three changes that matter most. Change nothing before I agree.`,
      ),
      await outline(repository, framework),
    ],
  },
];

/** prompts/get. */
export async function getPrompt(repository: McpRepository, name: string, given: Arguments): Promise<GetPromptResult> {
  const prompt = PROMPTS.find(({ listed }) => listed.name === name);
  if (prompt === undefined) throw invalid(`Prompt ${name} not found`);
  const { description, arguments: wanted = [] } = prompt.listed;
  const missing = wanted.find((one) => one.required === true && (given[one.name] ?? '') === '');
  if (missing !== undefined) throw invalid(`The prompt ${name} needs the argument ${missing.name}.`);
  try {
    const contents = await prompt.contents(repository, given);
    const messages = contents.map((content) => ({ role: 'user' as const, content }));
    return { ...(description !== undefined && { description }), messages };
  } catch (error) {
    if (error instanceof RefusedError) throw invalid(error.message);
    throw error;
  }
}

function text(words: string): Content {
  return { type: 'text', text: words };
}

async function outline(repository: McpRepository, id: string): Promise<Content> {
  const view = await readFramework(repository, id);
  const uri = outlineUri(view.framework.id);
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: outlineOf(view) } };
}
