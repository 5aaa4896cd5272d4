import type * as en from '../en/history.ts';
import type { TranslationOf } from '../translation.ts';

/** The versions of a framework and its parts, in French. */
export const history: TranslationOf<typeof en.history> = {
  'views.history': 'Historique',
  'history.title': 'Historique de « {name} »',
  'history.back': 'Retour à « {name} »',
  'history.all': 'Toutes les modifications',
  'history.none': 'Il n’y a pas de versions antérieures que vous puissiez lire.',
  'history.more': {
    one: 'Afficher les modifications de {count} partie de plus',
    other: 'Afficher les modifications de {count} parties de plus',
  },
  'history.version': 'Version {version}',
  'history.see-then': 'Le référentiel à ce moment ({when})',
  'history.then': 'Le référentiel tel qu’il était : {when}',
  'history.not-there': 'Le référentiel n’existait pas alors, ou vous ne pouvez pas lire ses versions de ce moment.',
  'history.restore': 'Rétablir',
  'history.restored': 'Rétabli, comme nouvelle version',
  'history.restore-all': 'Rétablir le référentiel tel qu’il était',
  'history.restore-all-help':
    'Tout reçoit le contenu de ce moment, comme nouvelles versions. Ce qui a été ajouté depuis est supprimé ; « Annuler » le ramène.',
  'history.changes': { one: '{count} modification', other: '{count} modifications' },
  'history.created-many': { one: '{count} élément créé', other: '{count} éléments créés' },
  'history.created': 'Création',
  'history.level': 'Niveau ajouté',
  'history.rule': 'Règle d’agrégation ajoutée',
  'history.nothing': 'Enregistré sans modification du contenu',
  'history.moved-under': 'Déplacée sous « {parent} »',
  'history.related': 'Relation ajoutée : {type} « {target} »',
  'history.parts-added': { one: '{count} compétence ajoutée', other: '{count} compétences ajoutées' },
  'history.parts-removed': { one: '{count} compétence retirée', other: '{count} compétences retirées' },
  'history.reordered': 'Compétences mises dans un autre ordre',
  'history.reworded': 'Reformulé ({member}) :',
};
