import { comments } from './ar/comments.ts';
import { common, faults } from './ar/common.ts';
import { crosswalk } from './ar/crosswalk.ts';
import { details } from './ar/details.ts';
import { draft } from './ar/draft.ts';
import { editions } from './ar/editions.ts';
import { embed } from './ar/embed.ts';
import { exchange } from './ar/exchange.ts';
import { fields } from './ar/fields.ts';
import { folders } from './ar/folders.ts';
import { graph } from './ar/graph.ts';
import { group } from './ar/group.ts';
import { history } from './ar/history.ts';
import { identity } from './ar/identity.ts';
import { learners } from './ar/learners.ts';
import { list } from './ar/list.ts';
import { operators } from './ar/operators.ts';
import { outline } from './ar/outline.ts';
import { person } from './ar/person.ts';
import { print } from './ar/print.ts';
import { problems } from './ar/problems.ts';
import { reasons } from './ar/reasons.ts';
import { schemes } from './ar/schemes.ts';
import { share } from './ar/share.ts';
import { sharing } from './ar/sharing.ts';
import { start } from './ar/start.ts';
import { translate } from './ar/translate.ts';
import { vocabularies } from './ar/vocabularies.ts';
import { webhooks } from './ar/webhooks.ts';
import type { Translation } from './translation.ts';

/** All texts of the editor in Arabic. */
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
