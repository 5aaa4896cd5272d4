import type * as en from '../en/common.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts that several views use, in Arabic. */
export const common: TranslationOf<typeof en.common> = {
  'common.product': 'الكفاءات',
  'common.close': 'إغلاق',
  'common.cancel': 'إلغاء',
  'common.save': 'حفظ',
  'common.delete': 'حذف',
  'common.retry': 'إعادة المحاولة',
  'common.loading': 'جارٍ التحميل',
  'common.messages': 'الرسائل',
  'common.skip': 'الانتقال إلى المحتوى',
  'common.language': 'اللغة',
  'common.theme': 'المظهر',
  'common.theme-system': 'مثل النظام',
  'common.theme-light': 'فاتح',
  'common.theme-dark': 'داكن',
  'common.search': 'البحث في كل شيء',
  'common.offline': 'لا يوجد اتصال بالخدمة. يمكنك المتابعة؛ تُحفظ التغييرات هنا وتُرسل لاحقًا.',
  'common.failed-title': 'تعذّر عرض هذه الصفحة',
  'common.failed': 'لم يضع شيء مما حفظته. حاول مرة أخرى أو أعد تحميل الصفحة.',
  'common.not-now-title': 'لا يمكن عرض هذا الآن',
  'common.not-found-title': 'لا يوجد شيء على هذا العنوان',
  'common.not-found': 'ربما كان الرابط قديمًا، أو حُذف ما يشير إليه، أو لا يحق لك قراءته.',
  'common.to-start': 'كل الأُطر',
};

/** Faults of the service, in Arabic. */
export const faults: TranslationOf<typeof en.faults> = {
  'fault.offline': 'تعذّر الوصول إلى الخدمة. تحقق من الاتصال ثم حاول مرة أخرى.',
  'fault.unauthorized': 'المفاتيح التي لديك هنا لا تسمح بذلك.',
  'fault.conflict': 'غيّر شخص آخر هذا في هذه الأثناء.',
  'fault.too-large': 'هذا أكبر مما تقبله الخدمة.',
  'fault.not-found': 'هذا غير موجود، أو لا يحق لك قراءته.',
  'fault.invalid': 'لا تقبل الخدمة هذا.',
  'fault.busy': 'الخدمة مشغولة. حاول مرة أخرى بعد لحظة.',
  'fault.failed': 'حدث خطأ في الخدمة.',
  'fault.unexpected': 'لم ينجح هذا.',
};
