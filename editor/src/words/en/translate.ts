/** Translating a framework. */
export const translate = {
  'views.translate': 'Translate',
  'translate.title-of': 'Translate {framework}',
  'translate.from': 'From',
  'translate.to': 'Into',
  'translate.choose-title': 'Into which language?',
  'translate.choose': 'Choose a language to see every text beside its translation.',
  'translate.progress': { one: '{done} of {count} text translated', other: '{done} of {count} texts translated' },
  'translate.only-missing': 'Only what is missing',
  'translate.keys': 'Ctrl+Enter goes to the next text that is missing. An emptied text is removed.',
  'translate.complete': 'Every text has a translation.',
  'translate.of': '{text} in {language}',
} as const;
