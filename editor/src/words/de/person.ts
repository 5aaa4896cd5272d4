import type * as en from '../en/person.ts';
import type { TranslationOf } from '../translation.ts';

/** The menu of the person, and the reminder to keep the key, in German. */
export const person: TranslationOf<typeof en.person> = {
  'person.profile': 'Mein Profil',
  'person.learners': 'Lernende',
  'person.sign-in': 'Anmelden…',
  'identity.title': 'Sie',
  'identity.first-name': 'Ich',
  'identity.nobody': 'Nicht angemeldet',
  'identity.you-are': 'Sie sind: {name}',
  'identity.open': 'Ihre Schlüssel und Kontakte',
  'identity.operate': 'Dienst betreiben',
  'identity.account': 'Konto Ihrer Organisation',
  'identity.sign-in': 'Mit Ihrer Organisation anmelden',
  'identity.sign-out': 'Abmelden',
  'identity.keep-urge':
    'Der Schlüssel zu dem, was Sie anlegen, ist nur in diesem Browser. Bewahren Sie ihn auch anderswo auf, sonst verlieren Sie den Zugang, wenn die Daten des Browsers gelöscht werden.',
  'identity.keep-urge-private':
    'Dieses Fenster speichert nichts: Der Schlüssel zu dem, was Sie anlegen, ist weg, wenn Sie es schließen. Bewahren Sie ihn anderswo auf.',
  'identity.keep-account':
    'Ihr neuester Schlüssel fehlt noch in Ihrem Konto „{account}“. Speichern Sie ihn dort, sonst verlieren Sie den Zugang, wenn die Daten des Browsers gelöscht werden.',
  'identity.keep-account-now': 'Dort speichern…',
  'identity.keep-now': 'Sichern',
  'identity.keep-later': 'Später',
};
