/** A draft of a language model. */
export const draft = {
  'draft.title': 'Have a first draft written',
  'draft.help':
    'The language model {model} writes a first draft, and you keep what is good of it. The topic and the text are sent to it. Read its draft as you would read a stranger’s.',
  'draft.topic': 'Topic',
  'draft.text': 'Text to draft from',
  'draft.text-help': 'For example a job description or a curriculum, up to 200,000 characters. May stay empty.',
  'draft.depth': 'Levels',
  'draft.start': 'Draft',
  'draft.key': 'The language model is for people with a key of their own, which is made in this browser.',
  'draft.running': { one: 'Drafting: {count} competency so far', other: 'Drafting: {count} competencies so far' },
  'draft.stop': 'Stop, and keep what is there',
  'draft.over': 'The draft has ended.',
  'draft.outline': 'The draft',
  'draft.choose': 'Uncheck what you do not want, with everything below it.',
  'draft.source': 'From the text: “{sentence}”',
} as const;
