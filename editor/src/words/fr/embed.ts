import type * as en from '../en/embed.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts of an embedded framework, and of the way to embed it, in French. */
export const embed: TranslationOf<typeof en.embed> = {
  'embed.open': 'Ouvrir dans l’éditeur',
  'embed.below': 'Ce qui est sous {name}',
  'embed.no-description': 'Aucune description.',
  'embed.no-framework': 'L’adresse de ce cadre n’indique aucun référentiel.',
  'embed.private': 'Ce référentiel n’existe pas, ou tout le monde ne peut pas le lire.',
  'embed.title': 'Sur un autre site web',
  'embed.help':
    'Ce code affiche le référentiel sur une de vos pages : son plan, avec les descriptions, tel que tout le monde peut le lire. Les sites web peuvent l’afficher, sauf si les administrateurs de ce service l’ont restreint.',
  'embed.code': 'Code pour la page',
  'embed.private-help': 'Ce référentiel est privé : le cadre serait vide.',
};
