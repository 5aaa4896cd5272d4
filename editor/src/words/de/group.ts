import type * as en from '../en/group.ts';
import type { TranslationOf } from '../translation.ts';

/** A group of learners as a matrix, in German. */
export const group: TranslationOf<typeof en.group> = {
  'group.title': 'Gruppe im Überblick',
  'group.members': 'Lernende: {count} von {all}',
  'group.branch': 'Teil des Rahmenwerks',
  'group.download': 'Als CSV herunterladen',
  'group.unknown': 'Nicht bekannt',
  'group.choose': 'Diese Zelle wählen',
  'group.unchoose': 'Diese Zelle nicht wählen',
  'group.keys':
    'Pfeiltasten gehen durch die Zellen; Leertaste oder Umschalt mit Pfeiltasten wählt mehrere, Escape keine; Eingabe erfasst.',
};
