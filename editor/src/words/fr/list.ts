import type { ListWords } from '../en/list.ts';

/** The texts of the page before the editor is loaded, in French. */
export const list: ListWords = {
  'start.title': 'Référentiels',
  'start.new': 'Nouveau référentiel',
  'start.import': 'Importer',
  'start.schemes': 'Vocabulaires',
  'start.owner': 'Propriétaire',
  'start.anyone': 'Tout le monde peut le modifier',
  'start.language': 'Langue',
  'start.publisher': 'Éditeur',
  'start.name': 'Nom',
  'start.competencies': 'Compétences',
  'start.changed': 'Dernière modification',
  'start.unnamed': 'Sans nom',
  'start.failed': 'L’éditeur n’a pas pu être chargé. Rien de ce que vous avez enregistré n’est perdu.',
  'start.no-storage':
    'Le stockage de ce navigateur, qui contient vos clés, ne répond pas. Rechargez la page ou redémarrez le navigateur.',
  'start.reload': 'Recharger',
};
