import type * as en from '../en/embed.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts of an embedded framework, and of the way to embed it, in German. */
export const embed: TranslationOf<typeof en.embed> = {
  'embed.open': 'Im Editor öffnen',
  'embed.below': 'Was unter {name} steht',
  'embed.no-description': 'Keine Beschreibung.',
  'embed.no-framework': 'Die Adresse dieses Fensters nennt kein Rahmenwerk.',
  'embed.private': 'Dieses Rahmenwerk gibt es nicht, oder nicht alle dürfen es lesen.',
  'embed.title': 'Auf einer anderen Website',
  'embed.help':
    'Dieser Code zeigt das Rahmenwerk auf einer Ihrer Seiten: seine Gliederung mit Beschreibungen, wie alle sie lesen dürfen. Websites dürfen es zeigen, sofern die Betreiber dieses Dienstes es nicht eingeschränkt haben.',
  'embed.code': 'Code für die Seite',
  'embed.private-help': 'Dieses Rahmenwerk ist privat: Das Fenster bliebe leer.',
};
