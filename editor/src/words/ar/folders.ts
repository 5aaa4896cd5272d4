import type * as en from '../en/folders.ts';
import type { TranslationOf } from '../translation.ts';

/** Folders of frameworks, in Arabic. */
export const folders: TranslationOf<typeof en.folders> = {
  'folders.title': 'المجلدات',
  'folders.path': 'المسار إلى هذا المجلد',
  'folders.new': 'مجلد جديد…',
  'folders.new-title': 'مجلد جديد',
  'folders.create': 'إنشاء',
  'folders.name': 'اسم المجلد',
  'folders.name-missing': 'لا بد للمجلد من اسم.',
  'folders.saved': 'حُفظ المجلد «{name}»',
  'folders.rename': 'إعادة تسمية المجلد',
  'folders.delete': 'حذف المجلد…',
  'folders.delete-title': 'حذف المجلد «{name}»؟',
  'folders.delete-help': 'تبقى الأُطر التي فيه في قائمة جميع الأُطر.',
  'folders.empty': 'هذا المجلد فارغ. يُنقل الإطار إلى هنا من قائمته.',
  'folders.move-to': 'نقل إلى مجلد…',
  'folders.move-title': 'نقل إلى مجلد',
  'folders.move': 'نقل',
  'folders.folder': 'المجلد',
  'folders.none': 'بلا مجلد',
  'folders.none-yet': 'لا يوجد مجلد بعد. أنشئ مجلدًا في قائمة الأُطر.',
  'folders.moved': 'نُقل إلى «{name}»',
  'folders.moved-out': 'لم يعد في أي مجلد',
};
