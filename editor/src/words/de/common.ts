import type * as en from '../en/common.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts that several views use, in German. */
export const common: TranslationOf<typeof en.common> = {
  'common.product': 'Kompetenzen',
  'common.close': 'Schließen',
  'common.cancel': 'Abbrechen',
  'common.save': 'Speichern',
  'common.delete': 'Löschen',
  'common.retry': 'Erneut versuchen',
  'common.loading': 'Wird geladen',
  'common.messages': 'Meldungen',
  'common.skip': 'Zum Inhalt springen',
  'common.language': 'Sprache',
  'common.theme': 'Darstellung',
  'common.theme-system': 'Wie das System',
  'common.theme-light': 'Hell',
  'common.theme-dark': 'Dunkel',
  'common.search': 'Alles durchsuchen',
  'common.offline':
    'Keine Verbindung zum Dienst. Sie können weiterarbeiten; Änderungen bleiben hier und werden später gesendet.',
  'common.failed-title': 'Diese Ansicht ist fehlgeschlagen',
  'common.failed': 'Nichts Gespeichertes ist verloren. Versuchen Sie es erneut, oder laden Sie die Seite neu.',
  'common.not-now-title': 'Das kann gerade nicht angezeigt werden',
  'common.not-found-title': 'Unter dieser Adresse ist nichts',
  'common.not-found': 'Der Link ist vielleicht alt, das Ziel gelöscht, oder Sie dürfen es nicht lesen.',
  'common.to-start': 'Alle Rahmenwerke',
};

/** Faults of the service, in German. */
export const faults: TranslationOf<typeof en.faults> = {
  'fault.offline': 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  'fault.unauthorized': 'Mit den Schlüsseln, die Sie hier haben, dürfen Sie das nicht.',
  'fault.conflict': 'Jemand anderes hat das inzwischen geändert.',
  'fault.too-large': 'Das ist größer, als der Dienst annimmt.',
  'fault.not-found': 'Das gibt es nicht, oder Sie dürfen es nicht lesen.',
  'fault.invalid': 'Der Dienst nimmt das nicht an.',
  'fault.busy': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'fault.failed': 'Im Dienst ist ein Fehler aufgetreten.',
  'fault.unexpected': 'Das hat nicht geklappt.',
};
