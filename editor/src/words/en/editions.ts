/** The state of a framework, and its editions. */
export const editions = {
  'state.label': 'State',
  'state.draft': 'Draft',
  'state.published': 'Published',
  'state.deprecated': 'Deprecated',
  'state.none': 'No state',
  'state.of': 'State: {state}',
  'state.is': 'The framework is now: {state}',
  'state.editing-published': 'This framework is published: others see each change at once.',
  'edition.new': 'New edition…',
  'edition.title': 'New edition of “{name}”',
  'edition.help':
    'The new edition is a draft of your own, with copies of all competencies. Both editions refer to each other. This one stays as it is.',
  'edition.help-foreign':
    'The new edition is a draft of your own, with copies of all competencies. It refers to this framework, which only its owners may change.',
  'edition.name': 'Name of the new edition',
  'edition.name-of': '{name} (new edition)',
  'edition.create': 'Create the edition',
  'edition.created': '“{name}” is a draft of your own',
  'edition.of': 'New edition of {name}',
  'edition.replaced-by': 'Replaced by {name}',
  'edition.followed-by': 'There is a newer edition: {name}',
  'edition.deprecate': 'Mark that one as deprecated',
  'edition.deprecated': '“{name}” is deprecated',
} as const;
