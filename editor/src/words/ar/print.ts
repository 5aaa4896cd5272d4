import type * as en from '../en/print.ts';
import type { TranslationOf } from '../translation.ts';

/** The printable page of a framework, in Arabic. */
export const print: TranslationOf<typeof en.print> = {
  'print.print': 'طباعة',
  'print.back': 'العودة إلى التصدير',
  'print.publisher': 'الناشر',
  'print.owner': 'المالك',
  'print.no-owner': 'لا أحد: يمكن لأي شخص تغييره',
  'print.unnamed-owners': {
    one: 'مفتاح واحد بلا اسم',
    two: 'مفتاحان بلا اسم',
    few: '{count} مفاتيح بلا اسم',
    many: '{count} مفتاحًا بلا اسم',
    other: '{count} مفتاح بلا اسم',
  },
  'print.address': 'العنوان',
  'print.read-on': 'كما كان في',
  'print.competencies': 'الكفاءات',
  'print.empty': 'لا توجد فيه كفاءات.',
  'print.missing': {
    one: 'جزء واحد من هذا الإطار مخفي عنك أو محذوف أو محفوظ في مكان آخر. وهو ليس في هذه الصفحة.',
    other: 'أجزاء من هذا الإطار ({count}) مخفية عنك أو محذوفة أو محفوظة في مكان آخر. وهي ليست في هذه الصفحة.',
  },
  'print.repeats': 'ما تحتها مذكور حيث وردت أول مرة.',
  'export.paper': 'على الورق',
  'export.paper-help': 'المخطط كله مع الأوصاف في صفحة واحدة، للطباعة أو للحفظ بصيغة PDF.',
  'export.paper-open': 'صفحة للطباعة',
};
