import type * as en from '../en/editions.ts';
import type { TranslationOf } from '../translation.ts';

/** The state of a framework, and its editions, in Spanish. */
export const editions: TranslationOf<typeof en.editions> = {
  'state.label': 'Estado',
  'state.draft': 'Borrador',
  'state.published': 'Publicado',
  'state.deprecated': 'Obsoleto',
  'state.none': 'Sin estado',
  'state.of': 'Estado: {state}',
  'state.is': 'El marco está ahora: {state}',
  'state.editing-published': 'Este marco está publicado: los demás ven cada cambio al instante.',
  'edition.new': 'Nueva edición…',
  'edition.title': 'Nueva edición de «{name}»',
  'edition.help':
    'La nueva edición es un borrador suyo, con copias de todas las competencias. Las dos ediciones se remiten la una a la otra. Esta queda como está.',
  'edition.help-foreign':
    'La nueva edición es un borrador suyo, con copias de todas las competencias. Remite a este marco, que solo sus propietarios pueden cambiar.',
  'edition.name': 'Nombre de la nueva edición',
  'edition.name-of': '{name} (nueva edición)',
  'edition.create': 'Crear la edición',
  'edition.created': '«{name}» es un borrador suyo',
  'edition.of': 'Nueva edición de {name}',
  'edition.replaced-by': 'Sustituido por {name}',
  'edition.followed-by': 'Hay una edición más reciente: {name}',
  'edition.deprecate': 'Marcar aquella como obsoleta',
  'edition.deprecated': '«{name}» está obsoleto',
};
