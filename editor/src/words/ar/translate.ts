import type * as en from '../en/translate.ts';
import type { TranslationOf } from '../translation.ts';

/** Translating a framework, in Arabic. */
export const translate: TranslationOf<typeof en.translate> = {
  'views.translate': 'ترجمة',
  'translate.title-of': 'ترجمة {framework}',
  'translate.from': 'من',
  'translate.to': 'إلى',
  'translate.choose-title': 'إلى أي لغة؟',
  'translate.choose': 'اختر لغة لترى كل نص بجانب ترجمته.',
  'translate.progress': {
    one: 'تُرجم {done} من نص واحد',
    two: 'تُرجم {done} من نصين',
    few: 'تُرجم {done} من {count} نصوص',
    many: 'تُرجم {done} من {count} نصًا',
    other: 'تُرجم {done} من {count} نص',
  },
  'translate.only-missing': 'ما ينقص فقط',
  'translate.keys': 'ينقلك Ctrl+Enter إلى النص الناقص التالي. النص المُفرَغ يُحذف.',
  'translate.complete': 'لكل نص ترجمة.',
  'translate.of': '{text} باللغة {language}',
};
