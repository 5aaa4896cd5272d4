import { comments } from './en/comments.ts';
import { common, faults } from './en/common.ts';
import { crosswalk } from './en/crosswalk.ts';
import { details } from './en/details.ts';
import { draft } from './en/draft.ts';
import { editions } from './en/editions.ts';
import { embed } from './en/embed.ts';
import { exchange } from './en/exchange.ts';
import { fields } from './en/fields.ts';
import { folders } from './en/folders.ts';
import { graph } from './en/graph.ts';
import { group } from './en/group.ts';
import { history } from './en/history.ts';
import { identity } from './en/identity.ts';
import { learners } from './en/learners.ts';
import { list } from './en/list.ts';
import { operators } from './en/operators.ts';
import { outline } from './en/outline.ts';
import { person } from './en/person.ts';
import { print } from './en/print.ts';
import { problems } from './en/problems.ts';
import { reasons } from './en/reasons.ts';
import { schemes } from './en/schemes.ts';
import { share } from './en/share.ts';
import { sharing } from './en/sharing.ts';
import { start } from './en/start.ts';
import { translate } from './en/translate.ts';
import { vocabularies } from './en/vocabularies.ts';
import { webhooks } from './en/webhooks.ts';

/** All texts of the editor in English, which define the keys. Each view has a file in `en/`. */
export const en = {
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
} as const;
