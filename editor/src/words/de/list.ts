import type { ListWords } from '../en/list.ts';

/** The texts of the page before the editor is loaded, in German. */
export const list: ListWords = {
  'start.title': 'Rahmenwerke',
  'start.new': 'Neues Rahmenwerk',
  'start.import': 'Importieren',
  'start.schemes': 'Vokabulare',
  'start.owner': 'Besitz',
  'start.anyone': 'Alle dürfen es ändern',
  'start.language': 'Sprache',
  'start.publisher': 'Herausgeber',
  'start.name': 'Name',
  'start.competencies': 'Kompetenzen',
  'start.changed': 'Letzte Änderung',
  'start.unnamed': 'Ohne Namen',
  'start.failed': 'Der Editor konnte nicht geladen werden. Nichts, was Sie gespeichert haben, ist verloren.',
  'start.no-storage':
    'Der Speicher dieses Browsers, in dem Ihre Schlüssel sind, antwortet nicht. Laden Sie die Seite neu, oder starten Sie den Browser neu.',
  'start.reload': 'Neu laden',
};
