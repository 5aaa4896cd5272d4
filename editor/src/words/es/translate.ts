import type * as en from '../en/translate.ts';
import type { TranslationOf } from '../translation.ts';

/** Translating a framework, in Spanish. */
export const translate: TranslationOf<typeof en.translate> = {
  'views.translate': 'Traducir',
  'translate.title-of': 'Traducir {framework}',
  'translate.from': 'De',
  'translate.to': 'A',
  'translate.choose-title': '¿A qué idioma?',
  'translate.choose': 'Elija un idioma para ver cada texto junto a su traducción.',
  'translate.progress': { one: '{done} de {count} texto traducido', other: '{done} de {count} textos traducidos' },
  'translate.only-missing': 'Solo lo que falta',
  'translate.keys': 'Ctrl+Intro lleva al siguiente texto que falta. Un texto vaciado se elimina.',
  'translate.complete': 'Todos los textos tienen traducción.',
  'translate.of': '{text} en {language}',
};
