import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { objectUri, outlineUri } from '../resources/templates.ts';
import { DATA_NOTICE } from '../stored-text.ts';
import { asSchema } from '../tools/schema.ts';
import { lazily, type Tool, type ToolCall } from '../tools/tool.ts';

/** What a task found out. */
export type Findings<O> = {
  /** Sentences for the assistant; stored texts in them are quoted. */
  readonly lines: readonly string[];
  /** The same for programs. */
  readonly data: Immutable<O>;
  /** Objects to go on with. */
  readonly links?: readonly Link[];
};

/** An object to go on with; `name` is quoted. */
export type Link = { readonly id: string; readonly name: string; readonly isFramework?: boolean };

/** A value whose members, at all depths, are not changed. */
type Immutable<T> = { readonly [name in keyof T]: Immutable<T[name]> };

type Task<T, O> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniType<T>;
  /** What its result is for programs. */
  readonly output: z.ZodMiniType<O>;
  /** Absent: it only reads. */
  readonly annotations?: ToolAnnotations;
  readonly run: (call: ToolCall, input: T) => Promise<Findings<O>>;
};

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Links in one result. */
const MAX_LINKS = 20;

/** A tool for a task. */
export function task<T, O extends object>({
  name,
  title,
  description,
  input,
  output,
  annotations = READS,
  run,
}: Task<T, O>): Tool {
  return {
    name,
    toolset: 'task',
    listed: lazily(() => {
      const inputSchema = asSchema(z.toJSONSchema(input, { io: 'input' }));
      const outputSchema = asSchema(z.toJSONSchema(output));
      return { name, title, description, annotations, inputSchema: { ...inputSchema, type: 'object' }, outputSchema };
    }),
    async run(call) {
      return resultOf(await run(call, input.parse(call.input)));
    },
  };
}

function resultOf<O extends object>({ lines, data, links = [] }: Findings<O>): CallToolResult {
  return {
    content: [
      { type: 'text', text: [...lines, DATA_NOTICE].join('\n') },
      ...links.slice(0, MAX_LINKS).map(({ id, name, isFramework = false }) => ({
        ...{ type: 'resource_link' as const, name, uri: isFramework ? outlineUri(id) : objectUri(id) },
        mimeType: isFramework ? 'text/plain' : 'application/ld+json',
      })),
    ],
    structuredContent: data,
  };
}

/** A text argument. */
export function text(description: string) {
  return z.string().check(z.minLength(1), z.maxLength(10_000), z.describe(description));
}

/** Objects, or ids, in a result. */
export const NAMED = z.object({ id: z.string(), name: z.string() });
export const IDS = z.array(z.string());
export const RELATION = z.object({ id: z.string(), type: z.string(), source: z.string(), target: z.string() });

/** How many results to return. */
export function limit(most: number) {
  return z._default(z.int().check(z.minimum(1), z.maximum(most), z.describe('Results at most.')), 10);
}
