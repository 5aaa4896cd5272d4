import type * as en from '../en/sharing.ts';
import type { TranslationOf } from '../translation.ts';

/** Access to a framework, in French. */
export const sharing: TranslationOf<typeof en.sharing> = {
  'views.sharing': 'Partage',
  'sharing.title': 'Qui peut lire et modifier « {name} »',
  'sharing.read': 'Qui peut le lire ?',
  'sharing.read-public': 'Tout le monde',
  'sharing.read-private': 'Seulement les personnes ci-dessous',
  'sharing.public-means':
    'Toute personne qui atteint ce service peut le trouver et lire tout son contenu, sans se connecter.',
  'sharing.private-means':
    'Tout son contenu est chiffré dans ce navigateur. Seules les personnes ci-dessous peuvent le lire ; même le service ne le peut pas.',
  'sharing.people': 'Personnes',
  'sharing.person': 'Personne ou groupe',
  'sharing.role': 'Peut',
  'sharing.role-of': 'Accès de {name}',
  'sharing.owner': 'Lire et modifier',
  'sharing.reader': 'Lire',
  'sharing.remove': 'Retirer {name}',
  'sharing.you': 'Vous',
  'sharing.unknown': 'Quelqu’un avec la clé {key}',
  'sharing.group': 'Groupe',
  'sharing.nobody': 'Il n’appartient à personne : tout le monde peut le modifier.',
  'sharing.add': 'Ajouter une personne ou un groupe',
  'sharing.add-help':
    'Tapez un nom, ou collez un lien de contact, le texte d’un fichier de contact ou une clé publique.',
  'sharing.add-empty': 'Personne n’a été trouvé. Demandez le lien de contact.',
  'sharing.readers-public':
    'Il n’est pas nécessaire de nommer les personnes qui peuvent seulement le lire, car tout le monde le peut.',
  'sharing.apply': 'Enregistrer…',
  'sharing.no-owner': 'Ce qui n’est pas public a besoin de quelqu’un qui puisse le modifier.',
  'sharing.confirm-title': 'Modifier l’accès ?',
  'sharing.confirm': 'Enregistrer',
  'sharing.confirm-parts': {
    one: 'Cela concerne le référentiel et {count} compétence.',
    other: 'Cela concerne le référentiel et ses {count} compétences.',
  },
  'sharing.confirm-terms': {
    one: 'Cela concerne le vocabulaire et {count} terme.',
    other: 'Cela concerne le vocabulaire et ses {count} termes.',
  },
  'sharing.confirm-comments':
    'Vos commentaires changent aussi. Ceux des autres suivent quand leurs auteurs le rouvrent ; aucun ne devient public.',
  'sharing.confirm-publish':
    'Tout son contenu devient public : tout le monde peut le lire, le copier et en garder des copies pour toujours.',
  'sharing.confirm-hide':
    'Il est chiffré désormais. Les versions antérieures restent telles quelles : celles qui étaient publiques restent lisibles dans l’historique, et dans les copies faites par d’autres.',
  'sharing.confirm-leave':
    'Vous renoncez à votre propre droit de le modifier. Seules les personnes qui restent peuvent vous le rendre.',
  'sharing.confirm-anyone': 'Il n’appartiendra à personne : tout le monde pourra le modifier ou le supprimer.',
  'sharing.progress': 'Modification de l’accès',
  'sharing.done': 'L’accès est modifié.',
  'sharing.unfinished': {
    one: 'Une modification de l’accès n’est pas terminée : {count} partie est restée telle quelle.',
    other: 'Une modification de l’accès n’est pas terminée : {count} parties sont restées telles quelles.',
  },
  'sharing.go-on': 'Continuer',
  'sharing.refused': {
    one: '{count} partie n’a pas pu être modifiée :',
    other: '{count} parties n’ont pas pu être modifiées :',
  },
  'sharing.refused-hidden': 'Elle vous est cachée, est supprimée ou se trouve ailleurs.',
  'sharing.refused-conflict': 'D’autres personnes n’ont cessé de la modifier.',
  'sharing.read-only': 'Seuls ses propriétaires peuvent modifier l’accès.',
};
