/** Scripts with unrelated texts; the first is for all others too. */
const SCRIPTS = ['Latin', 'Han', 'Arabic', 'Cyrillic'] as const;

export type Script = (typeof SCRIPTS)[number];

/**
 * Competencies that have nothing to do with each other, in the largest language of a script. To a model for other languages, all of them are
 * similar.
 */
export const UNRELATED: Readonly<Record<Script, readonly string[]>> = {
  Latin: [
    'Bake bread and rolls',
    'Solve systems of linear equations',
    'Repair the brakes of a bicycle',
    'Explain the causes of the French Revolution',
    'Care for patients with diabetes',
    'Play the violin in an orchestra',
    'Configure the firewall of a network',
    'Drive a forklift truck',
  ],
  Han: [
    '烤面包和面包卷',
    '解线性方程组',
    '修理自行车的刹车',
    '说明法国大革命的原因',
    '护理糖尿病患者',
    '在管弦乐队里拉小提琴',
    '配置网络防火墙',
    '驾驶叉车',
  ],
  Arabic: [
    'خبز الخبز والكعك',
    'حل أنظمة المعادلات الخطية',
    'إصلاح فرامل الدراجة',
    'شرح أسباب الثورة الفرنسية',
    'رعاية مرضى السكري',
    'العزف على الكمان في أوركسترا',
    'ضبط جدار الحماية لشبكة',
    'قيادة رافعة شوكية',
  ],
  Cyrillic: [
    'Печь хлеб и булочки',
    'Решать системы линейных уравнений',
    'Ремонтировать тормоза велосипеда',
    'Объяснять причины Французской революции',
    'Ухаживать за больными диабетом',
    'Играть на скрипке в оркестре',
    'Настраивать сетевой экран',
    'Управлять вилочным погрузчиком',
  ],
};

/** Words, which have two letters in Chinese, as far as a count is concerned. */
const WORDS: Readonly<Record<Script, RegExp>> = {
  Latin: /\p{Script=Latin}+/gu,
  Han: /\p{Script=Han}{1,2}/gu,
  Arabic: /\p{Script=Arabic}+/gu,
  Cyrillic: /\p{Script=Cyrillic}+/gu,
};

/** Characters of a text that are enough to know its script. */
const SAMPLE_SIZE = 200;

/** The script of most words of a text. */
export function scriptOf(text: string): Script {
  const sample = text.slice(0, SAMPLE_SIZE);
  const counts = SCRIPTS.map((script) => ({ script, words: sample.match(WORDS[script])?.length ?? 0 }));
  const [most] = counts.toSorted((one, other) => other.words - one.words);
  return most?.script ?? SCRIPTS[0];
}
