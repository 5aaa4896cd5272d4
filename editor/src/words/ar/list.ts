import type { ListWords } from '../en/list.ts';

/** The words of the list of frameworks that is there before the editor, in Arabic. */
export const list: ListWords = {
  'start.title': 'الأُطر',
  'start.new': 'إطار جديد',
  'start.import': 'استيراد',
  'start.owner': 'المالك',
  'start.anyone': 'يمكن لأي شخص تغييره',
  'start.language': 'اللغة',
  'start.publisher': 'الناشر',
  'start.name': 'الاسم',
  'start.competencies': 'الكفاءات',
  'start.changed': 'آخر تغيير',
  'start.unnamed': 'بلا اسم',
};
