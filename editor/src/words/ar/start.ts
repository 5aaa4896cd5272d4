import type * as en from '../en/start.ts';
import type { TranslationOf } from '../words.ts';

/** The list of frameworks, and search over everything, in Arabic. */
export const start: TranslationOf<typeof en.start> = {
  'start.example': 'تصفّح مثال',
  'start.example-failed': 'تعذّر تحميل المثال.',
  'start.filter': 'ابحث عن إطار',
  'start.owner-any': 'أي مالك',
  'start.owner-me': 'أنا',
  'start.owner-none': 'لا أحد',
  'start.somebody': 'شخص آخر',
  'start.language-any': 'أي لغة',
  'start.publisher-any': 'أي ناشر',
  'start.count': {
    zero: 'لا أُطر',
    one: 'إطار واحد',
    two: 'إطاران',
    few: '{count} أُطر',
    many: '{count} إطارًا',
    other: '{count} إطار',
  },
  'start.more': 'عرض المزيد',
  'start.empty-title': 'لا توجد أُطر بعد',
  'start.empty':
    'الإطار مخطط للكفاءات: ما يعرفه الناس وما يستطيعون فعله. ابدأ إطارًا جديدًا، أو استورد إطارًا لديك، أو تصفّح مثالًا أولًا.',
  'start.none-title': 'لا يوجد إطار مطابق',
  'start.none': 'جرّب كلمات أخرى أو مرشحات أقل.',
  'start.clear': 'إزالة المرشحات',
  'results.title': 'البحث',
  'results.type': 'النوع',
  'results.type-all': 'كل شيء',
  'results.type-framework': 'الأُطر',
  'results.type-competency': 'الكفاءات',
  'results.type-other': 'أشياء أخرى',
  'results.none-title': 'لم يُعثر على شيء',
  'results.none': 'لا شيء مما يحق لك قراءته يحتوي على هذه الكلمات.',
  'results.begin': 'اكتب كلمات ترد في إطار أو كفاءة أو أي شيء آخر.',
  'results.count': {
    zero: 'لا نتائج',
    one: 'نتيجة واحدة',
    two: 'نتيجتان',
    few: '{count} نتائج',
    many: '{count} نتيجة',
    other: '{count} نتيجة',
  },
  'results.in': 'في {framework}',
};
