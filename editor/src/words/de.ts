import { comments } from './de/comments.ts';
import { common, faults } from './de/common.ts';
import { crosswalk } from './de/crosswalk.ts';
import { details } from './de/details.ts';
import { draft } from './de/draft.ts';
import { editions } from './de/editions.ts';
import { embed } from './de/embed.ts';
import { exchange } from './de/exchange.ts';
import { fields } from './de/fields.ts';
import { folders } from './de/folders.ts';
import { graph } from './de/graph.ts';
import { group } from './de/group.ts';
import { history } from './de/history.ts';
import { identity } from './de/identity.ts';
import { learners } from './de/learners.ts';
import { list } from './de/list.ts';
import { operators } from './de/operators.ts';
import { outline } from './de/outline.ts';
import { person } from './de/person.ts';
import { print } from './de/print.ts';
import { problems } from './de/problems.ts';
import { reasons } from './de/reasons.ts';
import { schemes } from './de/schemes.ts';
import { share } from './de/share.ts';
import { sharing } from './de/sharing.ts';
import { start } from './de/start.ts';
import { translate } from './de/translate.ts';
import { vocabularies } from './de/vocabularies.ts';
import { webhooks } from './de/webhooks.ts';
import type { Translation } from './translation.ts';

/** All texts of the editor in German. */
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
