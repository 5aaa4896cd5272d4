import type * as en from '../en/reasons.ts';
import type { TranslationOf } from '../translation.ts';

/** Why a learner stands as they do in a competency, in Spanish. */
export const reasons: TranslationOf<typeof en.reasons> = {
  'reason.by': '{agent}, {date}',
  'reason.by-claim': '{by}, declaración propia',
  'reason.by-confirmation': '{by}, confirmación',
  'reason.no-date': 'sin fecha',
  'reason.none': 'No hay ningún registro que cuente aquí.',
  'reason.latest-yes': 'El último registro ({by}) dice: adquirida.',
  'reason.latest-no': 'El último registro ({by}) dice: todavía no.',
  'reason.yes': 'La última vez que se registró como adquirida: {by}.',
  'reason.no': 'La última vez que se registró como todavía no adquirida: {by}.',
  'reason.from': 'Se registró para «{name}» y cuenta también aquí.',
  'reason.direct': 'Esta misma competencia se registró como adquirida: {by}.',
  'reason.people': {
    one: '{count} persona la ha registrado como adquirida; deben ser más de {required}.',
    other: '{count} personas la han registrado como adquirida; deben ser más de {required}.',
  },
  'reason.unreadable': 'Un registro ({by}) no cuenta: no se puede leer lo que dice.',
  'reason.no-agent': 'Un registro ({by}) no cuenta: no se puede leer de quién es.',
  'reason.not-yet-made': 'Un registro ({by}) no cuenta: es posterior a la fecha pedida.',
  'reason.expired': 'Un registro ({by}) no cuenta: ya no es válido.',
  'reason.outside-dates': 'Un registro ({by}) no cuenta: no es del período pedido.',
  'reason.conditions-not-met': 'Un registro ({by}) no cuenta: no cumple las condiciones pedidas.',
  'reason.goal': 'Es un objetivo del estudiante.',
  'reason.goal-high': 'Es un objetivo de alta prioridad.',
  'reason.goal-same': 'Equivale a «{name}», que es un objetivo del estudiante.',
  'reason.goal-high-same': 'Equivale a «{name}», que es un objetivo de alta prioridad.',
  'reason.leads': 'El objetivo «{name}» es parte de ella.',
  'reason.leads-high': 'El objetivo «{name}», que tiene alta prioridad, es parte de ella.',
  'reason.required': 'Es parte del objetivo «{name}».',
  'reason.required-high': 'Es parte del objetivo «{name}», que tiene alta prioridad.',
  'reason.parts-passed': 'Cada una de sus partes está adquirida o empezada.',
  'reason.no-evidence': 'No hay nada registrado para su parte «{name}».',
  'reason.latest-negative': 'Su parte «{name}» todavía no está adquirida.',
  'reason.below': 'Una parte de ella se registró como adquirida: «{name}».',
  'reason.below-none': 'Ninguna parte de ella se registró como adquirida.',
  'reason.share': {
    one: 'De esta competencia, sus partes y las que equivalen a ellas, {total} en total, se registró {count} como adquirida.',
    other:
      'De esta competencia, sus partes y las que equivalen a ellas, {total} en total, se registraron {count} como adquiridas.',
  },
};
