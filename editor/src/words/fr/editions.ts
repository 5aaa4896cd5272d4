import type * as en from '../en/editions.ts';
import type { TranslationOf } from '../translation.ts';

/** The state of a framework, and its editions, in French. */
export const editions: TranslationOf<typeof en.editions> = {
  'state.label': 'État',
  'state.draft': 'Brouillon',
  'state.published': 'Publié',
  'state.deprecated': 'Obsolète',
  'state.none': 'Sans état',
  'state.of': 'État : {state}',
  'state.is': 'Le référentiel est maintenant : {state}',
  'state.editing-published': 'Ce référentiel est publié : chaque modification est visible aussitôt.',
  'edition.new': 'Nouvelle édition…',
  'edition.title': 'Nouvelle édition de « {name} »',
  'edition.help':
    'La nouvelle édition est un brouillon qui vous appartient, avec des copies de toutes les compétences. Les deux éditions renvoient l’une à l’autre. Celle-ci reste telle quelle.',
  'edition.help-foreign':
    'La nouvelle édition est un brouillon qui vous appartient, avec des copies de toutes les compétences. Elle renvoie à ce référentiel, que seuls ses propriétaires peuvent modifier.',
  'edition.name': 'Nom de la nouvelle édition',
  'edition.name-of': '{name} (nouvelle édition)',
  'edition.create': 'Créer l’édition',
  'edition.created': '« {name} » est un brouillon qui vous appartient',
  'edition.of': 'Nouvelle édition de {name}',
  'edition.replaced-by': 'Remplacé par {name}',
  'edition.followed-by': 'Il existe une édition plus récente : {name}',
  'edition.deprecate': 'La marquer comme obsolète',
  'edition.deprecated': '« {name} » est obsolète',
};
