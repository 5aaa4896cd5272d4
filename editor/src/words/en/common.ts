/** Texts that several views use. */
export const common = {
  'common.product': 'Competencies',
  'common.close': 'Close',
  'common.cancel': 'Cancel',
  'common.save': 'Save',
  'common.delete': 'Delete',
  'common.retry': 'Try again',
  'common.loading': 'Loading',
  'common.messages': 'Messages',
  'common.skip': 'Skip to the content',
  'common.language': 'Language',
  'common.theme': 'Appearance',
  'common.theme-system': 'As the system',
  'common.theme-light': 'Light',
  'common.theme-dark': 'Dark',
  'common.search': 'Search everything',
  'common.offline': 'There is no connection to the service. You can go on; changes are kept here and sent later.',
  'common.failed-title': 'This view has failed',
  'common.failed': 'Nothing that you have saved is lost. Try again, or reload the page.',
  'common.not-now-title': 'This cannot be shown now',
  'common.not-found-title': 'There is nothing at this address',
  'common.not-found': 'The link may be old, or what it led to was deleted, or you may not read it.',
  'common.to-start': 'All frameworks',
} as const;

/** Errors of the service, for the person. */
export const faults = {
  'fault.offline': 'The service cannot be reached. Check your connection, then try again.',
  'fault.unauthorized': 'You may not do this with the keys that you have here.',
  'fault.conflict': 'Somebody else has changed this in the meantime.',
  'fault.too-large': 'This is larger than the service takes.',
  'fault.not-found': 'This does not exist, or you may not read it.',
  'fault.invalid': 'The service does not accept this.',
  'fault.busy': 'The service is busy. Try again in a moment.',
  'fault.failed': 'The service has failed.',
  'fault.unexpected': 'This did not work.',
} as const;
