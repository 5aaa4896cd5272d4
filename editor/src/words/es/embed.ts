import type * as en from '../en/embed.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts of an embedded framework, and of the way to embed it, in Spanish. */
export const embed: TranslationOf<typeof en.embed> = {
  'embed.open': 'Abrir en el editor',
  'embed.below': 'Lo que está debajo de {name}',
  'embed.no-description': 'Sin descripción.',
  'embed.no-framework': 'La dirección de este recuadro no nombra ningún marco de competencias.',
  'embed.private': 'Este marco no existe, o no todo el mundo puede leerlo.',
  'embed.title': 'En otro sitio web',
  'embed.help':
    'Este código muestra el marco en una página suya: su esquema, con descripciones, como todo el mundo puede leerlo. Los sitios web pueden mostrarlo, salvo que quienes administran este servicio lo hayan restringido.',
  'embed.code': 'Código para la página',
  'embed.private-help': 'Este marco es privado: el recuadro quedaría vacío.',
};
