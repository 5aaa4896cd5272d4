/** The texts of the page before the editor is loaded: its script has them in all languages. */
export const list = {
  'start.title': 'Frameworks',
  'start.new': 'New framework',
  'start.import': 'Import',
  'start.schemes': 'Vocabularies',
  'start.owner': 'Owner',
  'start.anyone': 'Anyone may change it',
  'start.language': 'Language',
  'start.publisher': 'Publisher',
  'start.name': 'Name',
  'start.competencies': 'Competencies',
  'start.changed': 'Last change',
  'start.unnamed': 'Without a name',
  'start.failed': 'The editor could not be loaded. Nothing that you have saved is lost.',
  'start.no-storage':
    'The storage of this browser, which has your keys, does not answer. Reload the page, or restart the browser.',
  'start.reload': 'Reload',
} as const;

/** The same in any language. */
export type ListWords = Readonly<Record<keyof typeof list, string>>;
