import { NotAFramework } from '../outline/not-a-framework.ts';
import { ServiceError } from '../service/service-error.ts';
import type { Words } from './words.ts';

/** The description of an error. */
export type Fault = {
  /** In the person's language. */
  readonly text: string;
  /** The detail from the service (in English) or the browser; null: it would not add anything. */
  readonly detail: string | null;
  /** Language of the detail; null: not known. */
  readonly detailLanguage: string | null;
};

/** Problems whose detail says which part of what was sent is at fault, or which server, limit or operation it is about. */
const WITH_DETAIL: ReadonlySet<string> = new Set([
  'malformed-request',
  'malformed-json',
  'malformed-key',
  'too-deep',
  'invalid-object',
  'invalid-parameter',
  'invalid-query',
  'query-too-broad',
  'invalid-identity',
  'unknown-context',
  'identifier-taken',
  'signature-refused',
  'not-published',
  'not-implemented',
  'operation-in-progress',
  'profile-too-large',
  'fetch-refused',
  'fetch-failed',
  'model-failed',
  'model-unavailable',
]);

/** Kinds of problems whose text needs no detail. */
const WITHOUT_DETAIL: ReadonlySet<string> = new Set([
  'offline',
  'busy',
  'conflict',
  'not-found',
  'too-large',
  'unauthorized',
]);

/** Describes an error in the person's language. */
export function faultOf(error: unknown, { t, has }: Pick<Words, 't' | 'has'>): Fault {
  if (error instanceof NotAFramework) return { text: t('other.title'), detail: null, detailLanguage: null };
  if (!(error instanceof ServiceError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { text: t('fault.unexpected'), detail, detailLanguage: null };
  }
  const { code, kind, problem } = error;
  const key = `problem.${code}`;
  const isKnown = has(key);
  const saysMore = isKnown ? WITH_DETAIL.has(code ?? '') : !WITHOUT_DETAIL.has(kind);
  const detail = saysMore ? (problem.detail ?? problem.title ?? null) : null;
  return { text: isKnown ? t(key) : t(`fault.${kind}`), detail, detailLanguage: 'en' };
}
