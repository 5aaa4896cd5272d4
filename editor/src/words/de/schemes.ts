import type * as en from '../en/schemes.ts';
import type { TranslationOf } from '../translation.ts';

/** Vocabularies: concept schemes and their terms, in German. */
export const schemes: TranslationOf<typeof en.schemes> = {
  'schemes.title': 'Vokabulare',
  'schemes.what':
    'Begriffe zur Auswahl, etwa Kategorien oder Stufen, die Rahmenwerke in ihren Feldern verwenden können.',
  'schemes.new': 'Neues Vokabular',
  'schemes.name-missing': 'Ein Vokabular braucht einen Namen.',
  'schemes.none': 'Noch keine Vokabulare',
  'schemes.kind': 'Art',
  'schemes.scheme': 'Begriffe',
  'schemes.progression': 'Stufen',
  'schemes.tops': 'Begriffe auf oberster Ebene',
  'schemes.read-only': 'Sie können dieses Vokabular lesen. Ändern dürfen es nur seine Besitzer.',
  'schemes.missing': {
    one: '{count} Begriff ist vor Ihnen verborgen, gelöscht oder liegt anderswo.',
    other: '{count} Begriffe sind vor Ihnen verborgen, gelöscht oder liegen anderswo.',
  },
  'schemes.concepts': 'Begriffe',
  'schemes.empty': 'Noch keine Begriffe: Fügen Sie den ersten hinzu, oder fügen Sie eine Liste ein.',
  'schemes.add': 'Begriff hinzufügen',
  'schemes.of-scheme': 'Vokabular',
  'schemes.of-concept': 'Begriff',
  'schemes.to-scheme': 'Vokabular anzeigen',
  'schemes.definition': 'Definition',
  'schemes.is-progression': 'Die Reihenfolge ist eine Stufenfolge',
  'schemes.is-progression-help':
    'Ein Stufenmodell (progression model) von CTDL-ASN: Jeder Begriff der obersten Ebene ist eine Stufe weiter als der vorige.',
  'schemes.deleted': {
    one: '„{name}“ ist gelöscht',
    other: '„{name}“ ist gelöscht, mit allem darunter: {count} Begriffe',
  },
  'schemes.paste-add': { one: '{count} Begriff hinzufügen', other: '{count} Begriffe hinzufügen' },
  'schemes.paste-help':
    'Ein Begriff in jeder Zeile, eingerückt mit Tabulatoren oder Leerzeichen, mit Aufzählungszeichen oder Nummern, oder Zellen einer Tabelle.',
  'schemes.download': 'Als SKOS herunterladen',
  'schemes.delete': 'Löschen…',
  'schemes.delete-parts': {
    one: 'Damit wird {count} Begriff gelöscht.',
    other: 'Damit werden {count} Begriffe gelöscht.',
  },
  'schemes.all': 'Alle Vokabulare',
  'field.other-names': 'Andere Namen',
  'field-help.other-names': 'Andere Wörter für dasselbe, eines in jeder Zeile.',
  'field.category-scheme': 'Vokabular der Kategorien',
  'field-help.category-scheme': 'Das Vokabular, aus dem Kompetenzen ihre Kategorie oder Art (item type) nehmen.',
  'field.education-scheme': 'Vokabular der Bildungsstufen',
  'field-help.education-scheme': 'Das Vokabular, aus dem Kompetenzen ihre Bildungsstufen nehmen.',
  'field-group.vocabularies': 'Vokabulare',
};
