import type * as en from '../en/translate.ts';
import type { TranslationOf } from '../translation.ts';

/** Translating a framework, in French. */
export const translate: TranslationOf<typeof en.translate> = {
  'views.translate': 'Traduire',
  'translate.title-of': 'Traduire {framework}',
  'translate.from': 'De',
  'translate.to': 'Vers',
  'translate.choose-title': 'Vers quelle langue ?',
  'translate.choose': 'Choisissez une langue pour voir chaque texte à côté de sa traduction.',
  'translate.progress': { one: '{done} texte sur {count} traduit', other: '{done} textes sur {count} traduits' },
  'translate.only-missing': 'Seulement ce qui manque',
  'translate.keys': 'Ctrl+Entrée mène au prochain texte manquant. Un texte vidé est supprimé.',
  'translate.complete': 'Chaque texte a une traduction.',
  'translate.of': '{text} en {language}',
};
