import type * as en from '../en/schemes.ts';
import type { TranslationOf } from '../translation.ts';

/** Vocabularies: concept schemes and their terms, in Spanish. */
export const schemes: TranslationOf<typeof en.schemes> = {
  'schemes.title': 'Vocabularios',
  'schemes.what': 'Términos entre los que elegir, como categorías o niveles, que los marcos pueden usar en sus campos.',
  'schemes.new': 'Nuevo vocabulario',
  'schemes.name-missing': 'Un vocabulario necesita un nombre.',
  'schemes.none': 'Aún no hay vocabularios',
  'schemes.kind': 'Tipo',
  'schemes.scheme': 'Términos',
  'schemes.progression': 'Niveles',
  'schemes.tops': 'Términos en el primer nivel',
  'schemes.read-only': 'Puede leer este vocabulario. Solo sus propietarios pueden cambiarlo.',
  'schemes.missing': {
    one: '{count} término está oculto para usted, borrado o en otro lugar.',
    other: '{count} términos están ocultos para usted, borrados o en otro lugar.',
  },
  'schemes.concepts': 'Términos',
  'schemes.empty': 'Aún no hay términos: añada el primero o pegue una lista.',
  'schemes.add': 'Añadir un término',
  'schemes.of-scheme': 'Vocabulario',
  'schemes.of-concept': 'Término',
  'schemes.to-scheme': 'Mostrar el vocabulario',
  'schemes.definition': 'Definición',
  'schemes.is-progression': 'El orden es un orden de niveles',
  'schemes.is-progression-help':
    'Un modelo de progresión de CTDL-ASN: cada término del primer nivel va un nivel más allá del anterior.',
  'schemes.deleted': {
    one: '«{name}» se ha borrado',
    other: '«{name}» se ha borrado, con lo que tiene debajo: {count} términos',
  },
  'schemes.paste-add': { one: 'Añadir {count} término', other: 'Añadir {count} términos' },
  'schemes.paste-help':
    'Un término en cada línea, con sangría de tabuladores o espacios, con viñetas o números, o celdas de una hoja de cálculo.',
  'schemes.download': 'Descargar como SKOS',
  'schemes.delete': 'Borrar…',
  'schemes.delete-parts': { one: 'Con él se borra {count} término.', other: 'Con él se borran {count} términos.' },
  'schemes.all': 'Todos los vocabularios',
  'field.other-names': 'Otros nombres',
  'field-help.other-names': 'Otras palabras para lo mismo, una en cada línea.',
  'field.category-scheme': 'Vocabulario de categorías',
  'field-help.category-scheme': 'El vocabulario del que las competencias toman su categoría o tipo de elemento.',
  'field.education-scheme': 'Vocabulario de niveles educativos',
  'field-help.education-scheme': 'El vocabulario del que las competencias toman sus niveles educativos.',
  'field-group.vocabularies': 'Vocabularios',
};
