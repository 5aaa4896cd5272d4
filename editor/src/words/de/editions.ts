import type * as en from '../en/editions.ts';
import type { TranslationOf } from '../translation.ts';

/** The state of a framework, and its editions, in German. */
export const editions: TranslationOf<typeof en.editions> = {
  'state.label': 'Stand',
  'state.draft': 'Entwurf',
  'state.published': 'Veröffentlicht',
  'state.deprecated': 'Veraltet',
  'state.none': 'Ohne Stand',
  'state.of': 'Stand: {state}',
  'state.is': 'Das Rahmenwerk ist jetzt: {state}',
  'state.editing-published': 'Dieses Rahmenwerk ist veröffentlicht: Andere sehen jede Änderung sofort.',
  'edition.new': 'Neue Ausgabe…',
  'edition.title': 'Neue Ausgabe von „{name}“',
  'edition.help':
    'Die neue Ausgabe ist Ihr eigener Entwurf mit Kopien aller Kompetenzen. Beide Ausgaben verweisen aufeinander. Diese hier bleibt, wie sie ist.',
  'edition.help-foreign':
    'Die neue Ausgabe ist Ihr eigener Entwurf mit Kopien aller Kompetenzen. Sie verweist auf dieses Rahmenwerk, das nur ändern darf, wem es gehört.',
  'edition.name': 'Name der neuen Ausgabe',
  'edition.name-of': '{name} (neue Ausgabe)',
  'edition.create': 'Ausgabe anlegen',
  'edition.created': '„{name}“ ist Ihr Entwurf',
  'edition.of': 'Neue Ausgabe von {name}',
  'edition.replaced-by': 'Ersetzt durch {name}',
  'edition.followed-by': 'Es gibt eine neuere Ausgabe: {name}',
  'edition.deprecate': 'Jene als veraltet kennzeichnen',
  'edition.deprecated': '„{name}“ ist veraltet',
};
