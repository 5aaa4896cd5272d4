import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import type { Loss } from '../../shared/exchange/frameworks/model.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { frameworkAnswer } from '../../shared/http/exchange/framework-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { CaseVersion } from './addresses.ts';
import { frameworkAt } from './documents.ts';
import { packageQuery } from './parameters.ts';
import { writePackage } from './write.ts';

const JSON_TYPE = 'application/json';

/** GET CFPackages/{id}: a framework with all its parts, or the properties that CASE cannot express. */
export async function getPackage(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const { losses: wanted } = parseParameters(packageQuery, queryOf(call.request));
  const framework = await frameworkAt(ctx, call, 'CFPackages');
  const losses: Loss[] = [];
  const parts = writePackage(framework, { base: ctx.config.bases[0], version, losses });
  if (wanted !== 'true') return frameworkAnswer(call, framework, JSON_TYPE, parts);
  for await (const _part of inSlices(parts));
  return frameworkAnswer(call, framework, JSON_TYPE, [JSON.stringify({ losses })]);
}
