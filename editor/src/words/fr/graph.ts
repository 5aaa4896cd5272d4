import type * as en from '../en/graph.ts';
import type { TranslationOf } from '../translation.ts';

/** The graph of relations, in French. */
export const graph: TranslationOf<typeof en.graph> = {
  'relation.majorRelated': 'équivaut en grande partie à',
  'relation.minorRelated': 'équivaut en partie à',
  'views.graph': 'Relations sous forme de graphe',
  'graph.title-of': 'Relations dans {framework}',
  'graph.unnamed': 'Sans nom',
  'graph.elsewhere': 'dans un autre référentiel',
  'graph.show': 'Afficher',
  'graph.whole': 'Tout le référentiel',
  'graph.steps': { one: '{count} pas autour', other: '{count} pas autour' },
  'graph.find': 'Chercher dans le graphe',
  'graph.found': { one: '{count} résultat', other: '{count} résultats' },
  'graph.next': 'Résultat suivant',
  'graph.kinds': 'Genres de relations',
  'graph.zoom-in': 'Agrandir',
  'graph.zoom-out': 'Réduire',
  'graph.fit': 'Tout afficher',
  'graph.download': 'Télécharger',
  'graph.download-svg': 'En dessin (SVG)',
  'graph.download-png': 'En image (PNG)',
  'graph.download-failed': 'L’image n’a pas pu être créée. Le dessin (SVG) n’a pas de limite de taille.',
  'graph.download-smaller': 'L’image est plus petite que le dessin, car les navigateurs limitent la taille des images.',
  'graph.description': {
    one: '{count} compétence et {relations} relations',
    other: '{count} compétences et {relations} relations',
  },
  'graph.picture':
    'Graphe des relations. Les flèches suivent les relations, Entrée choisit, Entrée à nouveau ouvre, plus et moins changent la taille.',
  'graph.overview': 'Vue d’ensemble du graphe',
  'graph.keys':
    'Glissez pour déplacer ; faites défiler ou pincez pour changer la taille. Au clavier : flèches, Entrée, + et −.',
  'graph.placing': 'Dessin du graphe',
  'graph.failed': 'Le graphe n’a pas pu être dessiné. Le tableau contient toutes les relations.',
  'graph.too-many':
    'Ce référentiel a {count} compétences, plus qu’un graphe ne peut en montrer lisiblement. Ce qui entoure l’une d’elles est affiché.',
  'graph.cut': 'Il y a plus autour de cette compétence : les {limit} plus proches sont affichées.',
  'graph.empty-title': 'Rien à dessiner pour l’instant',
  'graph.empty': 'Ajoutez des compétences à ce référentiel, et des relations entre elles.',
  'graph.no-relations':
    'Aucune relation pour l’instant. Ajoutez-en dans le plan, ou par les correspondances avec un autre référentiel.',
  'graph.to-outline': 'Plan',
  'graph.chosen': 'Compétence choisie',
  'graph.choose': 'Choisissez une compétence dans le graphe ou dans le tableau.',
  'graph.open': 'Ouvrir dans le plan',
  'graph.around': 'Afficher ce qui l’entoure',
  'graph.table': 'La même chose en tableau',
  'graph.table-from': 'Compétence',
  'graph.table-kind': 'Relation',
  'graph.table-to': 'Compétence',
  'graph.more': 'Afficher plus',
  'graph.node-outside': {
    one: '{name}, dans un autre référentiel, {count} relation',
    other: '{name}, dans un autre référentiel, {count} relations',
  },
  'graph.node': { one: '{name}, {count} relation', other: '{name}, {count} relations' },
};
