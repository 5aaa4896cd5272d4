import type * as en from '../en/draft.ts';
import type { TranslationOf } from '../translation.ts';

/** A draft of a language model, in Arabic. */
export const draft: TranslationOf<typeof en.draft> = {
  'draft.title': 'كتابة مسودة أولى',
  'draft.help':
    'يكتب النموذج اللغوي {model} مسودة أولى، وتحتفظ بما هو جيد منها. يُرسل إليه الموضوع والنص. اقرأ مسودته كما تقرأ ما كتبه شخص لا تعرفه.',
  'draft.topic': 'الموضوع',
  'draft.text': 'النص المعتمد عليه',
  'draft.text-help': 'مثل وصف وظيفي أو منهج دراسي، حتى 200,000 حرف. يمكن أن يبقى فارغًا.',
  'draft.depth': 'المستويات',
  'draft.start': 'اكتب المسودة',
  'draft.key': 'النموذج اللغوي متاح لمن لديه مفتاح خاص به، يُنشأ في هذا المتصفح.',
  'draft.running': {
    zero: 'جارٍ كتابة المسودة: لا كفاءات حتى الآن',
    one: 'جارٍ كتابة المسودة: كفاءة واحدة حتى الآن',
    two: 'جارٍ كتابة المسودة: كفاءتان حتى الآن',
    few: 'جارٍ كتابة المسودة: {count} كفاءات حتى الآن',
    many: 'جارٍ كتابة المسودة: {count} كفاءة حتى الآن',
    other: 'جارٍ كتابة المسودة: {count} كفاءة حتى الآن',
  },
  'draft.stop': 'أوقف واحتفظ بالموجود',
  'draft.over': 'انتهت المسودة.',
  'draft.outline': 'المسودة',
  'draft.choose': 'ألغِ تحديد ما لا تريده، مع كل ما تحته.',
  'draft.source': 'من النص: «{sentence}»',
};
