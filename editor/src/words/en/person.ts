/** The menu of the person, and the reminder to keep the key: in the frame of all views. */
export const person = {
  'person.profile': 'My profile',
  'person.learners': 'Learners',
  'person.sign-in': 'Sign in…',
  'identity.title': 'You',
  'identity.first-name': 'Me',
  'identity.nobody': 'Not signed in',
  'identity.you-are': 'You are: {name}',
  'identity.open': 'Your keys and contacts',
  'identity.operate': 'Operate the service',
  'identity.account': 'Account of your organization',
  'identity.sign-in': 'Sign in with your organization',
  'identity.sign-out': 'Sign out',
  'identity.keep-urge':
    'The key to what you make is only in this browser. Keep it somewhere else too, or you lose access when the browser’s data is deleted.',
  'identity.keep-urge-private':
    'This window stores nothing: the key to what you make is gone when you close it. Keep it somewhere else.',
  'identity.keep-account':
    'Your account “{account}” does not have your newest key yet. Save it there, or you lose access when the browser’s data is deleted.',
  'identity.keep-account-now': 'Save it there…',
  'identity.keep-now': 'Back it up',
  'identity.keep-later': 'Later',
} as const;
