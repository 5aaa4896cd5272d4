import type { ListWords } from '../en/list.ts';

/** The words of the list of frameworks that is there before the editor, in French. */
export const list: ListWords = {
  'start.title': 'Référentiels',
  'start.new': 'Nouveau référentiel',
  'start.import': 'Importer',
  'start.owner': 'Propriétaire',
  'start.anyone': 'Tout le monde peut le modifier',
  'start.language': 'Langue',
  'start.publisher': 'Éditeur',
  'start.name': 'Nom',
  'start.competencies': 'Compétences',
  'start.changed': 'Dernière modification',
  'start.unnamed': 'Sans nom',
};
