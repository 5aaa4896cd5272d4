import { comments } from './fr/comments.ts';
import { common, faults } from './fr/common.ts';
import { crosswalk } from './fr/crosswalk.ts';
import { details } from './fr/details.ts';
import { draft } from './fr/draft.ts';
import { editions } from './fr/editions.ts';
import { embed } from './fr/embed.ts';
import { exchange } from './fr/exchange.ts';
import { fields } from './fr/fields.ts';
import { folders } from './fr/folders.ts';
import { graph } from './fr/graph.ts';
import { group } from './fr/group.ts';
import { history } from './fr/history.ts';
import { identity } from './fr/identity.ts';
import { learners } from './fr/learners.ts';
import { list } from './fr/list.ts';
import { operators } from './fr/operators.ts';
import { outline } from './fr/outline.ts';
import { person } from './fr/person.ts';
import { print } from './fr/print.ts';
import { problems } from './fr/problems.ts';
import { reasons } from './fr/reasons.ts';
import { schemes } from './fr/schemes.ts';
import { share } from './fr/share.ts';
import { sharing } from './fr/sharing.ts';
import { start } from './fr/start.ts';
import { translate } from './fr/translate.ts';
import { vocabularies } from './fr/vocabularies.ts';
import { webhooks } from './fr/webhooks.ts';
import type { Translation } from './translation.ts';

/** All texts of the editor in French. */
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
