import type * as en from '../en/start.ts';
import type { TranslationOf } from '../words.ts';

/** The list of frameworks, and search over everything, in Spanish. */
export const start: TranslationOf<typeof en.start> = {
  'start.example': 'Explorar un ejemplo',
  'start.example-failed': 'No se ha podido cargar el ejemplo.',
  'start.filter': 'Buscar un marco',
  'start.owner-any': 'Cualquiera',
  'start.owner-me': 'Yo',
  'start.owner-none': 'Nadie',
  'start.somebody': 'Otra persona',
  'start.language-any': 'Cualquier idioma',
  'start.publisher-any': 'Cualquier editor',
  'start.count': { one: '{count} marco', other: '{count} marcos' },
  'start.more': 'Mostrar más',
  'start.empty-title': 'Todavía no hay marcos',
  'start.empty':
    'Un marco es un esquema de competencias: lo que las personas saben y pueden hacer. Empiece uno nuevo, importe uno que ya tenga o explore antes un ejemplo.',
  'start.none-title': 'Ningún marco coincide',
  'start.none': 'Pruebe otras palabras o menos filtros.',
  'start.clear': 'Quitar los filtros',
  'results.title': 'Búsqueda',
  'results.type': 'Clase',
  'results.type-all': 'Todo',
  'results.type-framework': 'Marcos',
  'results.type-competency': 'Competencias',
  'results.type-other': 'Otras cosas',
  'results.none-title': 'No se ha encontrado nada',
  'results.none': 'Nada de lo que usted puede leer contiene estas palabras.',
  'results.begin': 'Escriba palabras que estén en un marco, en una competencia o en otra cosa.',
  'results.count': { one: '{count} resultado', other: '{count} resultados' },
  'results.in': 'en {framework}',
};
