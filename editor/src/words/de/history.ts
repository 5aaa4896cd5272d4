import type * as en from '../en/history.ts';
import type { TranslationOf } from '../translation.ts';

/** The versions of a framework and its parts, in German. */
export const history: TranslationOf<typeof en.history> = {
  'views.history': 'Verlauf',
  'history.title': 'Verlauf von „{name}“',
  'history.back': 'Zurück zu „{name}“',
  'history.all': 'Alle Änderungen',
  'history.none': 'Es gibt keine früheren Versionen, die Sie lesen dürfen.',
  'history.more': {
    one: 'Änderungen an {count} weiteren Teil anzeigen',
    other: 'Änderungen an {count} weiteren Teilen anzeigen',
  },
  'history.version': 'Version {version}',
  'history.see-then': 'Das Rahmenwerk zu dieser Zeit ({when})',
  'history.then': 'Das Rahmenwerk, wie es war: {when}',
  'history.not-there': 'Das Rahmenwerk gab es damals nicht, oder Sie dürfen seine Versionen dieser Zeit nicht lesen.',
  'history.restore': 'Wiederherstellen',
  'history.restored': 'Wiederhergestellt, als neue Version',
  'history.restore-all': 'Das Rahmenwerk wiederherstellen, wie es war',
  'history.restore-all-help':
    'Alles erhält den Inhalt dieser Zeit, als neue Versionen. Was seitdem hinzukam, wird gelöscht; „Rückgängig“ holt es zurück.',
  'history.changes': { one: '{count} Änderung', other: '{count} Änderungen' },
  'history.created-many': { one: '{count} Teil angelegt', other: '{count} Teile angelegt' },
  'history.created': 'Erstellt',
  'history.level': 'Stufe hinzugefügt',
  'history.rule': 'Ableitungsregel hinzugefügt',
  'history.nothing': 'Ohne Änderung des Inhalts gespeichert',
  'history.moved-under': 'Unter „{parent}“ verschoben',
  'history.related': 'Beziehung hinzugefügt: {type} „{target}“',
  'history.parts-added': { one: '{count} Kompetenz hinzugefügt', other: '{count} Kompetenzen hinzugefügt' },
  'history.parts-removed': { one: '{count} Kompetenz entfernt', other: '{count} Kompetenzen entfernt' },
  'history.reordered': 'Kompetenzen anders geordnet',
  'history.reworded': 'Neu formuliert ({member}):',
};
