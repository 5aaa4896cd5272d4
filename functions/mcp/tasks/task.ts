import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { asSchema } from '../tools/schema.ts';
import { lazily, type Tool, type ToolCall } from '../tools/tool.ts';
import type { Findings } from './findings.ts';

type Task<T, O> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniType<T>;
  /** The schema of its structured result. */
  readonly output: z.ZodMiniType<O>;
  /** Absent if the task only reads. */
  readonly annotations?: ToolAnnotations;
  /** Loads the code that performs it, which lists of tools do not need. */
  readonly load: () => Promise<(call: ToolCall, input: T) => Promise<Findings<O>>>;
};

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** A tool for a task. */
export function task<T, O extends object>({
  name,
  title,
  description,
  input,
  output,
  annotations = READS,
  load,
}: Task<T, O>): Tool {
  return {
    name,
    toolset: 'task',
    listed: lazily(() => {
      const { $schema: _, ...inputSchema } = asSchema(z.toJSONSchema(input, { io: 'input' }));
      // Validators of clients that do not know the dialect refuse a schema that names it; these are the same in all dialects.
      const { $schema: __, ...outputSchema } = asSchema(z.toJSONSchema(output));
      return { name, title, description, annotations, inputSchema: { ...inputSchema, type: 'object' }, outputSchema };
    }),
    async run(call) {
      const [run, { resultOf }] = await Promise.all([load(), import('./findings.ts')]);
      return resultOf(await run(call, input.parse(call.input)));
    },
  };
}

/** Description of the argument `learner`. */
export const LEARNER =
  'The learner: an e-mail address, a public key (PEM), its fingerprint, or the id of a Person. Absent: the person who is signed in.';

/** A text argument. */
export function text(description: string) {
  return z.string().check(z.minLength(1), z.maxLength(10_000), z.describe(description));
}

/** Schemas of objects and of ids in a result. */
export const NAMED = z.object({ id: z.string(), name: z.string() });
export const IDS = z.array(z.string());
export const RELATION = z.object({ id: z.string(), type: z.string(), source: z.string(), target: z.string() });

/** How many results to return. */
export function limit(most: number) {
  return z._default(z.int().check(z.minimum(1), z.maximum(most), z.describe('Results at most.')), 10);
}
