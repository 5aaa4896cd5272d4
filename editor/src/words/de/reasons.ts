import type * as en from '../en/reasons.ts';
import type { TranslationOf } from '../translation.ts';

/** Why a learner stands as they do in a competency, in German. */
export const reasons: TranslationOf<typeof en.reasons> = {
  'reason.by': '{agent}, {date}',
  'reason.by-claim': '{by}, eigene Angabe',
  'reason.by-confirmation': '{by}, Bestätigung',
  'reason.no-date': 'ohne Datum',
  'reason.none': 'Es gibt keinen Eintrag, der hier zählt.',
  'reason.latest-yes': 'Der jüngste Eintrag ({by}) sagt: erreicht.',
  'reason.latest-no': 'Der jüngste Eintrag ({by}) sagt: noch nicht.',
  'reason.yes': 'Zuletzt als erreicht erfasst: {by}.',
  'reason.no': 'Zuletzt als noch nicht erreicht erfasst: {by}.',
  'reason.from': 'Erfasst wurde es für „{name}“, und es zählt auch hier.',
  'reason.direct': 'Diese Kompetenz selbst wurde als erreicht erfasst: {by}.',
  'reason.people': {
    one: '{count} Person hat sie als erreicht erfasst; es müssen mehr als {required} sein.',
    other: '{count} Personen haben sie als erreicht erfasst; es müssen mehr als {required} sein.',
  },
  'reason.unreadable': 'Ein Eintrag ({by}) zählt nicht: Was er sagt, ist nicht lesbar.',
  'reason.no-agent': 'Ein Eintrag ({by}) zählt nicht: Von wem er stammt, ist nicht lesbar.',
  'reason.not-yet-made': 'Ein Eintrag ({by}) zählt nicht: Er ist jünger als das gefragte Datum.',
  'reason.expired': 'Ein Eintrag ({by}) zählt nicht: Er ist nicht mehr gültig.',
  'reason.outside-dates': 'Ein Eintrag ({by}) zählt nicht: Er stammt nicht aus der gefragten Zeit.',
  'reason.conditions-not-met': 'Ein Eintrag ({by}) zählt nicht: Er erfüllt die gefragten Bedingungen nicht.',
  'reason.goal': 'Sie ist ein Ziel der lernenden Person.',
  'reason.goal-high': 'Sie ist ein Ziel mit hoher Priorität.',
  'reason.goal-same': 'Sie ist dasselbe wie „{name}“, ein Ziel der lernenden Person.',
  'reason.goal-high-same': 'Sie ist dasselbe wie „{name}“, ein Ziel mit hoher Priorität.',
  'reason.leads': 'Das Ziel „{name}“ ist ein Teil von ihr.',
  'reason.leads-high': 'Das Ziel „{name}“, das hohe Priorität hat, ist ein Teil von ihr.',
  'reason.required': 'Sie ist ein Teil des Ziels „{name}“.',
  'reason.required-high': 'Sie ist ein Teil des Ziels „{name}“, das hohe Priorität hat.',
  'reason.parts-passed': 'Jeder ihrer Teile ist erreicht oder begonnen.',
  'reason.no-evidence': 'Für ihren Teil „{name}“ ist nichts erfasst.',
  'reason.latest-negative': 'Ihr Teil „{name}“ ist noch nicht erreicht.',
  'reason.below': 'Ein Teil von ihr wurde als erreicht erfasst: „{name}“.',
  'reason.below-none': 'Kein Teil von ihr wurde als erreicht erfasst.',
  'reason.share': {
    one: 'Von dieser Kompetenz, ihren Teilen und allem, was dasselbe ist, zusammen {total}, wurde {count} als erreicht erfasst.',
    other:
      'Von dieser Kompetenz, ihren Teilen und allem, was dasselbe ist, zusammen {total}, wurden {count} als erreicht erfasst.',
  },
};
