import type * as en from '../en/common.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts that several views use, in French. */
export const common: TranslationOf<typeof en.common> = {
  'common.product': 'Compétences',
  'common.close': 'Fermer',
  'common.cancel': 'Annuler',
  'common.save': 'Enregistrer',
  'common.delete': 'Supprimer',
  'common.retry': 'Réessayer',
  'common.loading': 'Chargement',
  'common.messages': 'Messages',
  'common.skip': 'Aller au contenu',
  'common.language': 'Langue',
  'common.theme': 'Apparence',
  'common.theme-system': 'Comme le système',
  'common.theme-light': 'Clair',
  'common.theme-dark': 'Sombre',
  'common.search': 'Rechercher partout',
  'common.offline':
    'Pas de connexion au service. Vous pouvez continuer : les modifications sont conservées ici et envoyées plus tard.',
  'common.failed-title': 'Cette vue a échoué',
  'common.failed': 'Rien de ce qui est enregistré n’est perdu. Réessayez, ou rechargez la page.',
  'common.not-now-title': 'Impossible d’afficher cela pour le moment',
  'common.not-found-title': 'Il n’y a rien à cette adresse',
  'common.not-found': 'Le lien est peut-être ancien, sa cible a été supprimée, ou vous ne pouvez pas la lire.',
  'common.to-start': 'Tous les référentiels',
};

/** Faults of the service, in French. */
export const faults: TranslationOf<typeof en.faults> = {
  'fault.offline': 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
  'fault.unauthorized': 'Les clés que vous avez ici ne vous y autorisent pas.',
  'fault.conflict': 'Quelqu’un d’autre l’a modifié entre-temps.',
  'fault.too-large': 'C’est plus volumineux que ce que le service accepte.',
  'fault.not-found': 'Cela n’existe pas, ou vous ne pouvez pas le lire.',
  'fault.invalid': 'Le service ne l’accepte pas.',
  'fault.busy': 'Le service est occupé. Réessayez dans un instant.',
  'fault.failed': 'Le service a échoué.',
  'fault.unexpected': 'Cela n’a pas fonctionné.',
};
