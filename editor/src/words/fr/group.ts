import type * as en from '../en/group.ts';
import type { TranslationOf } from '../translation.ts';

/** A group of learners as a matrix, in French. */
export const group: TranslationOf<typeof en.group> = {
  'group.title': 'Vue d’un groupe',
  'group.members': 'Apprenants : {count} sur {all}',
  'group.branch': 'Partie du référentiel',
  'group.download': 'Télécharger en CSV',
  'group.unknown': 'Inconnu',
  'group.choose': 'Choisir cette cellule',
  'group.unchoose': 'Ne pas choisir cette cellule',
  'group.keys':
    'Les flèches parcourent les cellules ; Espace ou Maj avec les flèches en choisit plusieurs, Échap aucune ; Entrée enregistre.',
};
