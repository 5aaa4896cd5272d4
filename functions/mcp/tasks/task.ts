import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { objectUri, outlineUri } from '../resources/templates.ts';
import { DATA_NOTICE } from '../stored-text.ts';
import { asSchema } from '../tools/schema.ts';
import { lazily, type Tool, type ToolCall } from '../tools/tool.ts';

/** What a task found out. */
export type Findings = {
  /** Sentences for the assistant; stored texts in them are quoted. */
  readonly lines: readonly string[];
  /** The same for programs. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Objects to go on with. */
  readonly links?: readonly Link[];
};

/** An object to go on with; `name` is quoted. */
export type Link = { readonly id: string; readonly name: string; readonly isFramework?: boolean };

type Task<T> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniType<T>;
  /** Absent: it only reads. */
  readonly annotations?: ToolAnnotations;
  readonly run: (call: ToolCall, input: T) => Promise<Findings>;
};

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Links in one result. */
const MAX_LINKS = 20;

/** A tool for a task. */
export function task<T>({ name, title, description, input, annotations = READS, run }: Task<T>): Tool {
  return {
    name,
    toolset: 'task',
    listed: lazily(() => {
      const inputSchema = asSchema(z.toJSONSchema(input, { io: 'input' }));
      return { name, title, description, annotations, inputSchema: { ...inputSchema, type: 'object' } };
    }),
    async run(call) {
      return resultOf(await run(call, input.parse(call.input)));
    },
  };
}

function resultOf({ lines, data, links = [] }: Findings): CallToolResult {
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

/** How many results to return. */
export function limit(most: number) {
  return z._default(z.int().check(z.minimum(1), z.maximum(most), z.describe('Results at most.')), 10);
}
