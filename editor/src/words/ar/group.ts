import type * as en from '../en/group.ts';
import type { TranslationOf } from '../translation.ts';

/** A group of learners as a matrix, in Arabic. */
export const group: TranslationOf<typeof en.group> = {
  'group.title': 'نظرة على مجموعة',
  'group.members': 'المتعلمون: {count} من {all}',
  'group.branch': 'جزء من الإطار',
  'group.download': 'تنزيل بصيغة CSV',
  'group.unknown': 'غير معروف',
  'group.choose': 'اختيار هذه الخلية',
  'group.unchoose': 'إلغاء اختيار هذه الخلية',
  'group.keys':
    'تنقل الأسهم بين الخلايا؛ مفتاح المسافة أو Shift مع الأسهم يختار عدة خلايا، وEscape لا شيء؛ وEnter يسجل.',
};
