import type * as en from '../en/reasons.ts';
import type { TranslationOf } from '../translation.ts';

/** Why a learner stands as they do in a competency, in French. */
export const reasons: TranslationOf<typeof en.reasons> = {
  'reason.by': '{agent}, {date}',
  'reason.by-claim': '{by}, déclaration personnelle',
  'reason.by-confirmation': '{by}, confirmation',
  'reason.no-date': 'sans date',
  'reason.none': 'Aucun enregistrement ne compte ici.',
  'reason.latest-yes': 'Le dernier enregistrement ({by}) indique : acquise.',
  'reason.latest-no': 'Le dernier enregistrement ({by}) indique : pas encore.',
  'reason.yes': 'Enregistrée comme acquise pour la dernière fois : {by}.',
  'reason.no': 'Enregistrée comme pas encore acquise pour la dernière fois : {by}.',
  'reason.from': 'Cela a été enregistré pour « {name} » et compte aussi ici.',
  'reason.direct': 'Cette compétence elle-même a été enregistrée comme acquise : {by}.',
  'reason.people': {
    one: '{count} personne l’a enregistrée comme acquise ; il en faut plus de {required}.',
    other: '{count} personnes l’ont enregistrée comme acquise ; il en faut plus de {required}.',
  },
  'reason.unreadable': 'Un enregistrement ({by}) ne compte pas : ce qu’il indique ne peut pas être lu.',
  'reason.no-agent': 'Un enregistrement ({by}) ne compte pas : son auteur ne peut pas être lu.',
  'reason.not-yet-made': 'Un enregistrement ({by}) ne compte pas : il est postérieur à la date demandée.',
  'reason.expired': 'Un enregistrement ({by}) ne compte pas : il n’est plus valable.',
  'reason.outside-dates': 'Un enregistrement ({by}) ne compte pas : il n’est pas de la période demandée.',
  'reason.conditions-not-met': 'Un enregistrement ({by}) ne compte pas : il ne remplit pas les conditions demandées.',
  'reason.goal': 'C’est un objectif de l’apprenant.',
  'reason.goal-high': 'C’est un objectif de haute priorité.',
  'reason.goal-same': 'Elle équivaut à « {name} », qui est un objectif de l’apprenant.',
  'reason.goal-high-same': 'Elle équivaut à « {name} », qui est un objectif de haute priorité.',
  'reason.leads': 'L’objectif « {name} » en fait partie.',
  'reason.leads-high': 'L’objectif « {name} », de haute priorité, en fait partie.',
  'reason.required': 'Elle fait partie de l’objectif « {name} ».',
  'reason.required-high': 'Elle fait partie de l’objectif « {name} », de haute priorité.',
  'reason.parts-passed': 'Chacune de ses parties est acquise ou commencée.',
  'reason.no-evidence': 'Rien n’est enregistré pour sa partie « {name} ».',
  'reason.latest-negative': 'Sa partie « {name} » n’est pas encore acquise.',
  'reason.below': 'Une de ses parties a été enregistrée comme acquise : « {name} ».',
  'reason.below-none': 'Aucune de ses parties n’a été enregistrée comme acquise.',
  'reason.share': {
    one: 'Parmi cette compétence, ses parties et celles qui y équivalent, {total} en tout, {count} a été enregistrée comme acquise.',
    other:
      'Parmi cette compétence, ses parties et celles qui y équivalent, {total} en tout, {count} ont été enregistrées comme acquises.',
  },
};
