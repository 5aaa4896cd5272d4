import type * as en from '../en/comments.ts';
import type { TranslationOf } from '../translation.ts';

/** Comments on frameworks and competencies, in German. */
export const comments: TranslationOf<typeof en.comments> = {
  'comments.none': 'Keine offenen Kommentare.',
  'comments.new': 'Neuer Kommentar',
  'comments.send': 'Senden',
  'comments.sent': 'Der Kommentar ist gesendet',
  'comments.reply': 'Antworten',
  'comments.resolve': 'Erledigen',
  'comments.reopen': 'Wieder öffnen',
  'comments.resolved': 'Erledigt',
  'comments.reopened': 'Wieder geöffnet',
  'comments.show-resolved': { one: '{count} erledigten zeigen', other: '{count} erledigte zeigen' },
  'comments.thread': 'Kommentar',
  'comments.more': 'Mehr zum Kommentar von {when}',
  'comments.edit': 'Kommentar bearbeiten',
  'comments.edited': 'bearbeitet',
  'comments.text': 'Kommentar',
  'comments.delete-title': 'Diesen Kommentar löschen?',
  'comments.delete-help': 'Was gespeichert war, bleibt im Verlauf des Dienstes.',
  'comments.deleted': 'Der Kommentar ist gelöscht',
  'comments.count': { one: '{count} offener Kommentar', other: '{count} offene Kommentare' },
};
