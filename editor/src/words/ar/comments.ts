import type * as en from '../en/comments.ts';
import type { TranslationOf } from '../translation.ts';

/** Comments on frameworks and competencies, in Arabic. */
export const comments: TranslationOf<typeof en.comments> = {
  'comments.none': 'لا تعليقات مفتوحة.',
  'comments.new': 'تعليق جديد',
  'comments.send': 'إرسال',
  'comments.sent': 'أُرسل التعليق',
  'comments.reply': 'رد',
  'comments.resolve': 'وضع علامة «محلول»',
  'comments.reopen': 'فتح من جديد',
  'comments.resolved': 'محلول',
  'comments.reopened': 'فُتح من جديد',
  'comments.show-resolved': { other: 'إظهار المحلولة ({count})' },
  'comments.thread': 'تعليق',
  'comments.more': 'المزيد عن تعليق {when}',
  'comments.edit': 'تعديل التعليق',
  'comments.edited': 'معدّل',
  'comments.text': 'التعليق',
  'comments.delete-title': 'حذف هذا التعليق؟',
  'comments.delete-help': 'يبقى ما حُفظ في سجل الخدمة.',
  'comments.deleted': 'حُذف التعليق',
  'comments.count': { other: '{count} من التعليقات المفتوحة' },
};
