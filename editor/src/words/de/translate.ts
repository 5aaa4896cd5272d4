import type * as en from '../en/translate.ts';
import type { TranslationOf } from '../translation.ts';

/** Translating a framework, in German. */
export const translate: TranslationOf<typeof en.translate> = {
  'views.translate': 'Übersetzen',
  'translate.title-of': '{framework} übersetzen',
  'translate.from': 'Von',
  'translate.to': 'In',
  'translate.choose-title': 'In welche Sprache?',
  'translate.choose': 'Wählen Sie eine Sprache, um jeden Text neben seiner Übersetzung zu sehen.',
  'translate.progress': { one: '{done} von {count} Text übersetzt', other: '{done} von {count} Texten übersetzt' },
  'translate.only-missing': 'Nur was fehlt',
  'translate.keys': 'Strg+Eingabe führt zum nächsten fehlenden Text. Ein geleerter Text wird entfernt.',
  'translate.complete': 'Jeder Text hat eine Übersetzung.',
  'translate.of': '{text} auf {language}',
};
