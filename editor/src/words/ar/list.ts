import type { ListWords } from '../en/list.ts';

/** The texts of the page before the editor is loaded, in Arabic. */
export const list: ListWords = {
  'start.title': 'الأُطر',
  'start.new': 'إطار جديد',
  'start.import': 'استيراد',
  'start.schemes': 'المفردات',
  'start.owner': 'المالك',
  'start.anyone': 'يمكن لأي شخص تغييره',
  'start.language': 'اللغة',
  'start.publisher': 'الناشر',
  'start.name': 'الاسم',
  'start.competencies': 'الكفاءات',
  'start.changed': 'آخر تغيير',
  'start.unnamed': 'بلا اسم',
  'start.failed': 'تعذّر تحميل المحرِّر. لم يُفقد شيء مما حفظته.',
  'start.no-storage': 'لا يستجيب مخزن هذا المتصفح، وفيه مفاتيحك. أعد تحميل الصفحة أو أعد تشغيل المتصفح.',
  'start.reload': 'إعادة التحميل',
};
