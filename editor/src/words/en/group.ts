/** A group of learners as a matrix. */
export const group = {
  'group.title': 'A group at a glance',
  'group.members': 'Learners: {count} of {all}',
  'group.branch': 'Part of the framework',
  'group.download': 'Download as CSV',
  'group.unknown': 'Not known',
  'group.choose': 'Choose this cell',
  'group.unchoose': 'Do not choose this cell',
  'group.keys': 'Arrows go through the cells; Space or Shift with arrows chooses several, Escape none; Enter records.',
} as const;
