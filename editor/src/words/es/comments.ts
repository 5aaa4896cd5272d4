import type * as en from '../en/comments.ts';
import type { TranslationOf } from '../translation.ts';

/** Comments on frameworks and competencies, in Spanish. */
export const comments: TranslationOf<typeof en.comments> = {
  'comments.none': 'No hay comentarios abiertos.',
  'comments.new': 'Comentario nuevo',
  'comments.send': 'Enviar',
  'comments.sent': 'El comentario se ha enviado',
  'comments.reply': 'Responder',
  'comments.resolve': 'Marcar como resuelto',
  'comments.reopen': 'Volver a abrir',
  'comments.resolved': 'Resuelto',
  'comments.reopened': 'Abierto de nuevo',
  'comments.show-resolved': { one: 'Mostrar {count} resuelto', other: 'Mostrar {count} resueltos' },
  'comments.thread': 'Comentario',
  'comments.more': 'Más sobre el comentario del {when}',
  'comments.edit': 'Editar el comentario',
  'comments.edited': 'editado',
  'comments.text': 'Comentario',
  'comments.delete-title': '¿Eliminar este comentario?',
  'comments.delete-help': 'Lo que se guardó permanece en el historial del servicio.',
  'comments.deleted': 'El comentario se ha eliminado',
  'comments.count': { one: '{count} comentario abierto', other: '{count} comentarios abiertos' },
};
