import { comments } from './es/comments.ts';
import { common, faults } from './es/common.ts';
import { crosswalk } from './es/crosswalk.ts';
import { details } from './es/details.ts';
import { draft } from './es/draft.ts';
import { editions } from './es/editions.ts';
import { embed } from './es/embed.ts';
import { exchange } from './es/exchange.ts';
import { fields } from './es/fields.ts';
import { folders } from './es/folders.ts';
import { graph } from './es/graph.ts';
import { group } from './es/group.ts';
import { history } from './es/history.ts';
import { identity } from './es/identity.ts';
import { learners } from './es/learners.ts';
import { list } from './es/list.ts';
import { operators } from './es/operators.ts';
import { outline } from './es/outline.ts';
import { person } from './es/person.ts';
import { print } from './es/print.ts';
import { problems } from './es/problems.ts';
import { reasons } from './es/reasons.ts';
import { schemes } from './es/schemes.ts';
import { share } from './es/share.ts';
import { sharing } from './es/sharing.ts';
import { start } from './es/start.ts';
import { translate } from './es/translate.ts';
import { vocabularies } from './es/vocabularies.ts';
import { webhooks } from './es/webhooks.ts';
import type { Translation } from './translation.ts';

/** All texts of the editor in Spanish. */
export const translation: Translation = {
  ...common,
  ...faults,
  ...list,
  ...start,
  ...outline,
  ...graph,
  ...person,
  ...identity,
  ...history,
  ...details,
  ...fields,
  ...vocabularies,
  ...schemes,
  ...exchange,
  ...sharing,
  ...share,
  ...group,
  ...problems,
  ...operators,
  ...crosswalk,
  ...learners,
  ...reasons,
  ...print,
  ...embed,
  ...draft,
  ...translate,
  ...folders,
  ...comments,
  ...editions,
  ...webhooks,
};
