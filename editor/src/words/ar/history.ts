import type * as en from '../en/history.ts';
import type { TranslationOf } from '../translation.ts';

/** The versions of a framework and its parts, in Arabic. */
export const history: TranslationOf<typeof en.history> = {
  'views.history': 'السجل',
  'history.title': 'سجل «{name}»',
  'history.back': 'العودة إلى «{name}»',
  'history.all': 'كل التغييرات',
  'history.none': 'لا توجد إصدارات سابقة يحق لك قراءتها.',
  'history.more': {
    one: 'عرض تغييرات جزء آخر',
    two: 'عرض تغييرات جزأين آخرين',
    few: 'عرض تغييرات {count} أجزاء أخرى',
    many: 'عرض تغييرات {count} جزءًا آخر',
    other: 'عرض تغييرات {count} جزء آخر',
  },
  'history.version': 'الإصدار {version}',
  'history.see-then': 'الإطار في ذلك الوقت ({when})',
  'history.then': 'الإطار كما كان: {when}',
  'history.not-there': 'لم يكن الإطار موجودًا حينها، أو لا يحق لك قراءة إصداراته من ذلك الوقت.',
  'history.restore': 'استعادة',
  'history.restored': 'تمت الاستعادة، كإصدار جديد',
  'history.restore-all': 'استعادة الإطار كما كان',
  'history.restore-all-help':
    'يعود كل شيء إلى محتوى ذلك الوقت، كإصدارات جديدة. ويُحذف ما أُضيف منذ ذلك الحين؛ ويعيده «تراجع».',
  'history.changes': { one: 'تغيير واحد', two: 'تغييران', few: '{count} تغييرات', other: '{count} تغييرًا' },
  'history.created-many': {
    one: 'أُنشئ جزء واحد',
    two: 'أُنشئ جزآن',
    few: 'أُنشئت {count} أجزاء',
    other: 'أُنشئ {count} جزءًا',
  },
  'history.created': 'تم الإنشاء',
  'history.level': 'أُضيف مستوى',
  'history.rule': 'أُضيفت قاعدة تجميع',
  'history.nothing': 'حُفظ بلا تغيير في المحتوى',
  'history.moved-under': 'نُقلت إلى تحت «{parent}»',
  'history.related': 'أُضيفت علاقة: {type} «{target}»',
  'history.parts-added': {
    one: 'أُضيفت كفاءة واحدة',
    two: 'أُضيفت كفاءتان',
    few: 'أُضيفت {count} كفاءات',
    many: 'أُضيفت {count} كفاءة',
    other: 'أُضيفت {count} كفاءة',
  },
  'history.parts-removed': {
    one: 'أُزيلت كفاءة واحدة',
    two: 'أُزيلت كفاءتان',
    few: 'أُزيلت {count} كفاءات',
    many: 'أُزيلت {count} كفاءة',
    other: 'أُزيلت {count} كفاءة',
  },
  'history.reordered': 'تغيّر ترتيب الكفاءات',
  'history.reworded': 'تغيّرت الصياغة ({member}):',
};
