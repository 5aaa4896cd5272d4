import type * as en from '../en/draft.ts';
import type { TranslationOf } from '../translation.ts';

/** A draft of a language model, in Spanish. */
export const draft: TranslationOf<typeof en.draft> = {
  'draft.title': 'Encargar un primer borrador',
  'draft.help':
    'El modelo de lenguaje {model} escribe un primer borrador y usted conserva lo que sea bueno. Se le envían el tema y el texto. Lea su borrador como leería el de un desconocido.',
  'draft.topic': 'Tema',
  'draft.text': 'Texto de partida',
  'draft.text-help':
    'Por ejemplo, una descripción de puesto o un plan de estudios, de hasta 200.000 caracteres. Puede quedar vacío.',
  'draft.depth': 'Niveles',
  'draft.start': 'Redactar',
  'draft.key': 'El modelo de lenguaje es para personas con una clave propia, que se crea en este navegador.',
  'draft.running': {
    one: 'Redactando: {count} competencia por ahora',
    other: 'Redactando: {count} competencias por ahora',
  },
  'draft.stop': 'Detener y conservar lo que hay',
  'draft.over': 'El borrador ha terminado.',
  'draft.outline': 'El borrador',
  'draft.choose': 'Desmarque lo que no quiera, con todo lo que hay debajo.',
  'draft.source': 'Del texto: «{sentence}»',
};
