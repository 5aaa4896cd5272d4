import * as z from 'zod/mini';
import type { ProblemCode } from '../base/errors/catalog.ts';
import type { Problem } from '../base/errors/problem.ts';
import type { Answer } from './answer.ts';
import { renderProblem } from './render-problem.ts';

/** The errors of CASE (CASE 1.0, 3.2: `imsx_StatusInfo`). */
export const imsxStatusInfo = z
  .object({
    imsx_codeMajor: z.enum(['success', 'processing', 'failure', 'unsupported']),
    imsx_severity: z.enum(['status', 'warning', 'error']),
    imsx_description: z.string(),
    imsx_codeMinor: z.object({
      imsx_codeMinorField: z.array(
        z.object({ imsx_codeMinorFieldName: z.string(), imsx_codeMinorFieldValue: z.string() }),
      ),
    }),
  })
  .check(z.meta({ id: 'ImsxStatusInfo', description: 'An error of CASE.' }));

/** Minor codes by problem; the others by status. */
const MINOR: Readonly<Partial<Record<ProblemCode, string>>> = {
  'not-found': 'unknownobject',
  'not-a-framework': 'unknownobject',
  'malformed-path': 'invaliduuid',
};

/** Writes a problem as CASE does. @param requestId the id of the request in the log */
export function renderImsx(problem: Problem, requestId: string): Answer {
  const { status, code, message } = problem;
  const { headers } = renderProblem(problem, 'problem+json', requestId);
  const body = {
    imsx_codeMajor: status === 501 ? 'unsupported' : 'failure',
    imsx_severity: 'error',
    imsx_description: message,
    imsx_codeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: nameOf(problem), imsx_codeMinorFieldValue: MINOR[code] ?? minorOf(status) },
      ],
    },
  };
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** What is invalid: a parameter, a JSON pointer, or the id. */
function nameOf({ status, extras }: Problem): string {
  return extras.where ?? (status === 404 ? 'sourcedId' : 'request');
}

function minorOf(status: number): string {
  if (status === 401) return 'unauthorisedrequest';
  if (status === 403) return 'forbidden';
  if (status === 429 || status === 503) return 'server_busy';
  return status < 500 ? 'invalid_selection_field' : 'internal_server_error';
}
