import type * as en from '../en/crosswalk.ts';
import type { TranslationOf } from '../words.ts';

/** Two frameworks beside each other, with the alignments between them, in French. */
export const crosswalk: TranslationOf<typeof en.crosswalk> = {
  'views.crosswalk': 'Correspondances avec un autre référentiel',
  'crosswalk.title-of': 'Correspondances : {first} et {second}',
  'crosswalk.choose-title': 'Comparer {framework} avec un autre référentiel',
  'crosswalk.choose': 'Autre référentiel',
  'crosswalk.choose-help':
    'Tapez des mots de son nom. Indiquez ensuite quelles compétences des deux signifient la même chose ou font partie l’une de l’autre.',
  'crosswalk.other': 'Choisir un autre référentiel',
  'crosswalk.unaligned': 'Seulement ce qui n’a pas encore de correspondance',
  'crosswalk.count': {
    one: '{aligned} sur {count} avec correspondance',
    other: '{aligned} sur {count} avec correspondance',
  },
  'crosswalk.all-aligned': 'Tout a ici une correspondance.',
  'crosswalk.empty': 'Ce référentiel est vide.',
  'crosswalk.row-aligned': '{name}, avec correspondance',
  'crosswalk.drag': 'Glisser vers une compétence de l’autre côté',
  'crosswalk.new': 'Nouvelle correspondance',
  'crosswalk.nothing-chosen': 'Rien n’est choisi dans {framework}',
  'crosswalk.kind': 'Relation',
  'crosswalk.store': 'Enregistrer dans',
  'crosswalk.store-help': 'Les correspondances figurent dans ce référentiel.',
  'crosswalk.align': 'Mettre en correspondance',
  'crosswalk.help':
    'Choisissez une compétence de chaque côté, puis leur relation. Ou glissez d’un côté à l’autre. La touche Entrée dans un plan met aussi en correspondance.',
  'crosswalk.read-only':
    'Vous pouvez lire les deux référentiels. Seuls leurs propriétaires peuvent les mettre en correspondance.',
  'crosswalk.aligned': 'Mises en correspondance : {first} {relation} {second}.',
  'crosswalk.known': 'Cette correspondance existe déjà.',
  'crosswalk.removed': 'Correspondance retirée',
  'crosswalk.alignments': 'Correspondances',
  'crosswalk.no-alignments': 'Aucune correspondance pour l’instant.',
  'crosswalk.stored-in': 'Enregistrée dans',
  'crosswalk.remove': 'Retirer : {first} {relation} {second}',
  'crosswalk.kind-of': 'Relation entre {first} et {second}',
  'crosswalk.more': 'Afficher plus',
  'crosswalk.csv': 'Télécharger en CSV',
  'crosswalk.csv-id': 'Adresse',
  'crosswalk.csv-notation': 'Notation',
  'crosswalk.propose': 'Proposer des correspondances',
  'crosswalk.proposing': 'Le modèle de langage lit les deux référentiels. Cela peut prendre des minutes.',
  'crosswalk.proposals': 'Propositions du modèle de langage',
  'crosswalk.proposals-help': 'Un modèle de langage peut se tromper. Acceptez une à une celles qui sont justes.',
  'crosswalk.no-proposals': 'Le modèle de langage ne propose rien de plus.',
  'crosswalk.confidence': 'sûr à {percent}',
  'crosswalk.accept': 'Accepter',
  'crosswalk.dismiss': 'Écarter',
  'crosswalk.accept-of': 'Accepter : {first} {relation} {second}',
  'crosswalk.dismiss-of': 'Écarter : {first} {relation} {second}',
};
