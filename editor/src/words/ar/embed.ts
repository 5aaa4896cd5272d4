import type * as en from '../en/embed.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts of an embedded framework, and of the way to embed it, in Arabic. */
export const embed: TranslationOf<typeof en.embed> = {
  'embed.open': 'فتح في المحرر',
  'embed.below': 'ما تحت {name}',
  'embed.no-description': 'لا يوجد وصف.',
  'embed.no-framework': 'عنوان هذه النافذة المضمّنة لا يذكر أي إطار كفاءات.',
  'embed.private': 'هذا الإطار غير موجود، أو لا يحق للجميع قراءته.',
  'embed.title': 'على موقع آخر',
  'embed.help':
    'يعرض هذا الرمز البرمجي الإطار في صفحة من صفحاتك: مخططه مع الأوصاف، كما يحق للجميع قراءته. يمكن للمواقع عرضه ما لم يقيّد ذلك من يشغّلون هذه الخدمة.',
  'embed.code': 'الرمز البرمجي للصفحة',
  'embed.private-help': 'هذا الإطار خاص: ستكون النافذة المضمّنة فارغة.',
};
