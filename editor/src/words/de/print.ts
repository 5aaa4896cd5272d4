import type * as en from '../en/print.ts';
import type { TranslationOf } from '../translation.ts';

/** The printable page of a framework, in German. */
export const print: TranslationOf<typeof en.print> = {
  'print.print': 'Drucken',
  'print.back': 'Zurück zum Export',
  'print.publisher': 'Herausgeber',
  'print.owner': 'Besitz',
  'print.no-owner': 'Niemand: Alle dürfen es ändern',
  'print.unnamed-owners': { one: '{count} Schlüssel ohne Namen', other: '{count} Schlüssel ohne Namen' },
  'print.address': 'Adresse',
  'print.read-on': 'Stand',
  'print.competencies': 'Kompetenzen',
  'print.empty': 'Darin sind keine Kompetenzen.',
  'print.missing': {
    one: '{count} Teil dieses Rahmenwerks ist vor Ihnen verborgen, gelöscht oder anderswo. Er steht nicht auf dieser Seite.',
    other:
      '{count} Teile dieses Rahmenwerks sind vor Ihnen verborgen, gelöscht oder anderswo. Sie stehen nicht auf dieser Seite.',
  },
  'print.repeats': 'Was darunter steht, ist dort aufgeführt, wo es zuerst vorkommt.',
  'export.paper': 'Auf Papier',
  'export.paper-help':
    'Die ganze Gliederung mit ihren Beschreibungen auf einer Seite, zum Drucken oder zum Aufbewahren als PDF.',
  'export.paper-open': 'Druckansicht',
};
