import type * as en from '../en/start.ts';
import type { TranslationOf } from '../words.ts';

/** The list of frameworks, and search over everything, in French. */
export const start: TranslationOf<typeof en.start> = {
  'start.example': 'Découvrir un exemple',
  'start.example-failed': 'L’exemple n’a pas pu être chargé.',
  'start.filter': 'Trouver un référentiel',
  'start.owner-any': 'Tous',
  'start.owner-me': 'Moi',
  'start.owner-none': 'Personne',
  'start.somebody': 'Quelqu’un d’autre',
  'start.language-any': 'Toutes les langues',
  'start.publisher-any': 'Tous les éditeurs',
  'start.count': { one: '{count} référentiel', other: '{count} référentiels' },
  'start.more': 'Afficher plus',
  'start.empty-title': 'Aucun référentiel pour l’instant',
  'start.empty':
    'Un référentiel est un plan de compétences : ce que les gens savent et savent faire. Commencez-en un, importez-en un que vous avez, ou découvrez d’abord un exemple.',
  'start.none-title': 'Aucun référentiel ne correspond',
  'start.none': 'Essayez d’autres mots, ou moins de filtres.',
  'start.clear': 'Effacer les filtres',
  'results.title': 'Recherche',
  'results.type': 'Genre',
  'results.type-all': 'Tout',
  'results.type-framework': 'Référentiels',
  'results.type-competency': 'Compétences',
  'results.type-other': 'Autres',
  'results.none-title': 'Rien trouvé',
  'results.none': 'Rien de ce que vous pouvez lire ne contient ces mots.',
  'results.begin': 'Tapez des mots qui figurent dans un référentiel, une compétence ou autre chose.',
  'results.count': { one: '{count} résultat', other: '{count} résultats' },
  'results.in': 'dans {framework}',
};
