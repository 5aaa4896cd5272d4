import type { ListWords } from '../en/list.ts';

/** The words of the list of frameworks that is there before the editor, in German. */
export const list: ListWords = {
  'start.title': 'Rahmenwerke',
  'start.new': 'Neues Rahmenwerk',
  'start.import': 'Importieren',
  'start.owner': 'Besitz',
  'start.anyone': 'Alle dürfen es ändern',
  'start.language': 'Sprache',
  'start.publisher': 'Herausgeber',
  'start.name': 'Name',
  'start.competencies': 'Kompetenzen',
  'start.changed': 'Letzte Änderung',
  'start.unnamed': 'Ohne Namen',
};
