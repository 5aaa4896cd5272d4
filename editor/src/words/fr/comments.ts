import type * as en from '../en/comments.ts';
import type { TranslationOf } from '../translation.ts';

/** Comments on frameworks and competencies, in French. */
export const comments: TranslationOf<typeof en.comments> = {
  'comments.none': 'Aucun commentaire ouvert.',
  'comments.new': 'Nouveau commentaire',
  'comments.send': 'Envoyer',
  'comments.sent': 'Le commentaire est envoyé',
  'comments.reply': 'Répondre',
  'comments.resolve': 'Marquer comme résolu',
  'comments.reopen': 'Rouvrir',
  'comments.resolved': 'Résolu',
  'comments.reopened': 'Rouvert',
  'comments.show-resolved': { one: 'Afficher {count} résolu', other: 'Afficher {count} résolus' },
  'comments.thread': 'Commentaire',
  'comments.more': 'Plus pour le commentaire du {when}',
  'comments.edit': 'Modifier le commentaire',
  'comments.edited': 'modifié',
  'comments.text': 'Commentaire',
  'comments.delete-title': 'Supprimer ce commentaire ?',
  'comments.delete-help': 'Ce qui a été enregistré reste dans l’historique du service.',
  'comments.deleted': 'Le commentaire est supprimé',
  'comments.count': { one: '{count} commentaire ouvert', other: '{count} commentaires ouverts' },
};
