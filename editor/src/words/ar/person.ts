import type * as en from '../en/person.ts';
import type { TranslationOf } from '../translation.ts';

/** The menu of the person, and the reminder to keep the key, in Arabic. */
export const person: TranslationOf<typeof en.person> = {
  'person.profile': 'ملفي الشخصي',
  'person.learners': 'المتعلمون',
  'person.sign-in': 'تسجيل الدخول…',
  'identity.title': 'أنت',
  'identity.first-name': 'أنا',
  'identity.nobody': 'لم تسجّل الدخول',
  'identity.you-are': 'أنت: {name}',
  'identity.open': 'مفاتيحك وجهات اتصالك',
  'identity.operate': 'تشغيل الخدمة',
  'identity.account': 'حساب مؤسستك',
  'identity.sign-in': 'تسجيل الدخول عبر مؤسستك',
  'identity.sign-out': 'تسجيل الخروج',
  'identity.keep-urge':
    'مفتاح ما تنشئه موجود في هذا المتصفح فقط. احتفظ به في مكان آخر أيضًا، وإلا فقدت الوصول عند حذف بيانات المتصفح.',
  'identity.keep-urge-private': 'هذه النافذة لا تحفظ شيئًا: يزول مفتاح ما تنشئه عند إغلاقها. احتفظ به في مكان آخر.',
  'identity.keep-account':
    'لا يحتوي حسابك «{account}» على أحدث مفاتيحك بعد. احفظه فيه، وإلا فقدت الوصول عند حذف بيانات المتصفح.',
  'identity.keep-account-now': 'حفظه فيه…',
  'identity.keep-now': 'حفظ نسخة',
  'identity.keep-later': 'لاحقًا',
};
