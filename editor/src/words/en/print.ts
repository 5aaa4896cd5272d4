/** The printable page of a framework. */
export const print = {
  'print.print': 'Print',
  'print.back': 'Back to the export',
  'print.publisher': 'Publisher',
  'print.owner': 'Owner',
  'print.no-owner': 'None: anyone may change it',
  'print.unnamed-owners': { one: '{count} key without a name', other: '{count} keys without a name' },
  'print.address': 'Address',
  'print.read-on': 'As it was on',
  'print.competencies': 'Competencies',
  'print.empty': 'There are no competencies in it.',
  'print.missing': {
    one: '{count} part of this framework is hidden from you, deleted, or kept elsewhere. It is not on this page.',
    other:
      '{count} parts of this framework are hidden from you, deleted, or kept elsewhere. They are not on this page.',
  },
  'print.repeats': 'What is below it stands where it is first.',
  'export.paper': 'On paper',
  'export.paper-help': 'The whole outline with its descriptions on one page, to print or to keep as a PDF.',
  'export.paper-open': 'Printable page',
} as const;
