/** The words of the list of frameworks that is there before the editor: its script has them in all languages. */
export const list = {
  'start.title': 'Frameworks',
  'start.new': 'New framework',
  'start.import': 'Import',
  'start.owner': 'Owner',
  'start.anyone': 'Anyone may change it',
  'start.language': 'Language',
  'start.publisher': 'Publisher',
  'start.name': 'Name',
  'start.competencies': 'Competencies',
  'start.changed': 'Last change',
  'start.unnamed': 'Without a name',
} as const;

/** The same in any language. */
export type ListWords = Readonly<Record<keyof typeof list, string>>;
