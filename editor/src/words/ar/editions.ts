import type * as en from '../en/editions.ts';
import type { TranslationOf } from '../translation.ts';

/** The state of a framework, and its editions, in Arabic. */
export const editions: TranslationOf<typeof en.editions> = {
  'state.label': 'الحالة',
  'state.draft': 'مسودة',
  'state.published': 'منشور',
  'state.deprecated': 'متقادم',
  'state.none': 'بلا حالة',
  'state.of': 'الحالة: {state}',
  'state.is': 'حالة الإطار الآن: {state}',
  'state.editing-published': 'هذا الإطار منشور: يرى الآخرون كل تغيير فورًا.',
  'edition.new': 'طبعة جديدة…',
  'edition.title': 'طبعة جديدة من «{name}»',
  'edition.help':
    'الطبعة الجديدة مسودة تملكها أنت، وفيها نسخ من جميع الكفاءات. تحيل كل طبعة إلى الأخرى، وتبقى هذه كما هي.',
  'edition.help-foreign':
    'الطبعة الجديدة مسودة تملكها أنت، وفيها نسخ من جميع الكفاءات. وهي تحيل إلى هذا الإطار الذي لا يغيّره إلا مالكوه.',
  'edition.name': 'اسم الطبعة الجديدة',
  'edition.name-of': '{name} (طبعة جديدة)',
  'edition.create': 'إنشاء الطبعة',
  'edition.created': '«{name}» مسودة تملكها أنت',
  'edition.of': 'طبعة جديدة من {name}',
  'edition.replaced-by': 'حلّ محله {name}',
  'edition.followed-by': 'توجد طبعة أحدث: {name}',
  'edition.deprecate': 'وضع علامة «متقادم» على تلك',
  'edition.deprecated': '«{name}» متقادم',
};
