import type * as en from '../en/person.ts';
import type { TranslationOf } from '../translation.ts';

/** The menu of the person, and the reminder to keep the key, in French. */
export const person: TranslationOf<typeof en.person> = {
  'person.profile': 'Mon profil',
  'person.learners': 'Apprenants',
  'person.sign-in': 'Se connecter…',
  'identity.title': 'Vous',
  'identity.first-name': 'Moi',
  'identity.nobody': 'Non connecté',
  'identity.you-are': 'Vous êtes : {name}',
  'identity.open': 'Vos clés et contacts',
  'identity.operate': 'Administrer le service',
  'identity.account': 'Compte de votre organisation',
  'identity.sign-in': 'Se connecter avec votre organisation',
  'identity.sign-out': 'Se déconnecter',
  'identity.keep-urge':
    'La clé de ce que vous créez n’est que dans ce navigateur. Gardez-la aussi ailleurs, sinon vous perdrez l’accès quand les données du navigateur seront effacées.',
  'identity.keep-urge-private':
    'Cette fenêtre ne conserve rien : la clé de ce que vous créez disparaît quand vous la fermez. Gardez-la ailleurs.',
  'identity.keep-account':
    'Votre compte « {account} » n’a pas encore votre dernière clé. Enregistrez-la, sinon vous perdrez l’accès quand les données du navigateur seront effacées.',
  'identity.keep-account-now': 'L’enregistrer…',
  'identity.keep-now': 'Sauvegarder',
  'identity.keep-later': 'Plus tard',
};
