import type * as en from '../en/start.ts';
import type { TranslationOf } from '../words.ts';

/** The list of frameworks, and search over everything, in German. */
export const start: TranslationOf<typeof en.start> = {
  'start.example': 'In einem Beispiel umsehen',
  'start.example-failed': 'Das Beispiel konnte nicht geladen werden.',
  'start.filter': 'Rahmenwerk suchen',
  'start.owner-any': 'Alle',
  'start.owner-me': 'Ich',
  'start.owner-none': 'Niemand',
  'start.somebody': 'Jemand anderes',
  'start.language-any': 'Jede Sprache',
  'start.publisher-any': 'Jeder Herausgeber',
  'start.count': { one: '{count} Rahmenwerk', other: '{count} Rahmenwerke' },
  'start.more': 'Mehr anzeigen',
  'start.empty-title': 'Noch keine Rahmenwerke',
  'start.empty':
    'Ein Rahmenwerk gliedert Kompetenzen: was Menschen wissen und können. Beginnen Sie ein neues, importieren Sie ein vorhandenes, oder sehen Sie sich erst in einem Beispiel um.',
  'start.none-title': 'Kein Rahmenwerk passt',
  'start.none': 'Versuchen Sie andere Wörter oder weniger Filter.',
  'start.clear': 'Filter entfernen',
  'results.title': 'Suche',
  'results.type': 'Art',
  'results.type-all': 'Alles',
  'results.type-framework': 'Rahmenwerke',
  'results.type-competency': 'Kompetenzen',
  'results.type-other': 'Anderes',
  'results.none-title': 'Nichts gefunden',
  'results.none': 'Nichts, was Sie lesen dürfen, enthält diese Wörter.',
  'results.begin': 'Geben Sie Wörter ein, die in einem Rahmenwerk, einer Kompetenz oder anderswo stehen.',
  'results.count': { one: '{count} Treffer', other: '{count} Treffer' },
  'results.in': 'in {framework}',
};
