import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import { isObject, type Json, type JsonObject } from '../../repository/linked-data/json.ts';

/** Maximum length of user names, passwords and tokens. Clients send base64 of 64 bytes, which has 88 characters. */
const MAX_CHARACTERS = 1024;

const CreateSchema = z.object({ username: text('username'), password: text('password'), credentials: credentials() });

const CommitSchema = z.object({
  username: text('username'),
  password: text('password'),
  token: text('token'),
  credentials: credentials(),
});

const LoginSchema = z.object({ username: text('username'), password: text('password') });

/** The input of `create`. Other members are ignored. */
export type CreateInput = z.infer<typeof CreateSchema>;

/** The input of `commit`. */
export type CommitInput = z.infer<typeof CommitSchema>;

/** The input of `login`. */
export type LoginInput = z.infer<typeof LoginSchema>;

/** @throws Problem `invalid-identity` (422) that names the member at fault */
export function parseCreate(input: Json | undefined): CreateInput {
  return parsed(CreateSchema, input);
}

/** @throws Problem `invalid-identity` (422) that names the member at fault */
export function parseCommit(input: Json | undefined): CommitInput {
  return parsed(CommitSchema, input);
}

/** @throws Problem `invalid-identity` (422) that names the member at fault */
export function parseLogin(input: Json | undefined): LoginInput {
  return parsed(LoginSchema, input);
}

/** Well-formed text: UTF-8 encodes all lone surrogates alike, so different names or passwords would become equal. */
function text(name: string) {
  const kind = `${name} must be a string of at most ${MAX_CHARACTERS} characters.`;
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? missing(name) : kind) })
    .check(
      z.minLength(1, missing(name)),
      z.maxLength(MAX_CHARACTERS, kind),
      z.refine((value: string) => value.isWellFormed(), `${name} must be valid Unicode.`),
    );
}

/** Any JSON object, stored unchanged: its meaning is up to the client. */
function credentials() {
  // The input of the parsers is JSON.
  return z.custom<JsonObject>((value: unknown) => isObject(value as Json), {
    error: (issue) =>
      issue.input === undefined || issue.input === null ? missing('credentials') : 'credentials must be a JSON object.',
  });
}

function missing(name: string): string {
  return `Missing ${name}.`;
}

function parsed<T>(schema: z.ZodMiniType<T>, input: Json | undefined): T {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.');
  if (!issue || !where) throw new Problem('invalid-identity', 'An identity request must be a JSON object.');
  throw new Problem('invalid-identity', issue.message, { where });
}
