import type * as en from '../en/share.ts';
import type { TranslationOf } from '../translation.ts';

/** Shared records of learners, in French. */
export const share: TranslationOf<typeof en.share> = {
  'share.one': 'Partager « {name} »',
  'share.all': 'Partager…',
  'share.title-one': 'Partager un enregistrement',
  'share.title-all': 'Partager le profil',
  'share.mine': {
    one: 'Vous pouvez partager {count} enregistrement.',
    other: 'Vous pouvez partager {count} enregistrements.',
  },
  'share.others': {
    one: '{count} enregistrement appartient à une autre personne, qui seule peut le partager : {names}',
    other: '{count} enregistrements appartiennent à d’autres, qui seuls peuvent les partager : {names}',
  },
  'share.private-framework':
    'Le référentiel n’est pas public : qui ne peut pas le lire ne voit pas les noms des compétences.',
  'share.with-person': 'Avec une personne',
  'share.with': 'Partager avec {name}',
  'share.shared-with': '{name} peut le lire maintenant.',
  'share.readers': 'Qui peut le lire',
  'share.remove': '{name} ne peut plus le lire',
  'share.by-link': 'Par un lien',
  'share.link-name': 'À quoi sert le lien ?',
  'share.link-name-missing': 'Indiquez à quoi il sert, pour le retrouver.',
  'share.link-ends': 'Dernier jour',
  'share.link-ends-wrong': 'Choisissez un jour qui n’est pas passé.',
  'share.link-make': 'Créer un lien',
  'share.link-made': 'Quiconque a ce lien peut le lire, sans se connecter :',
  'share.link-copy': 'Copier le lien',
  'share.link-how':
    'Il montre ce qui est enregistré maintenant. Quand le lien prend fin, sa clé est retirée des enregistrements. Cela n’efface pas ce qui a été vu ou conservé, et qui a gardé le lien peut encore lire les versions antérieures dans l’historique. Après le dernier jour, la page ne montre plus rien ; la clé elle-même est retirée quand vous ouvrez cette page la fois suivante.',
  'share.refused': {
    one: '{count} enregistrement n’a pas pu être modifié.',
    other: '{count} enregistrements n’ont pas pu être modifiés.',
  },
  'share.links': 'Liens',
  'share.links-text': 'Qui a l’un de ces liens lit les enregistrements jusqu’à ce qu’il prenne fin.',
  'share.link-records': {
    one: '{count} enregistrement, jusqu’au {date}',
    other: '{count} enregistrements, jusqu’au {date}',
  },
  'share.link-end-of': 'Mettre fin au lien « {name} »',
  'share.link-ended': 'Le lien « {name} » a pris fin.',
  'share.page-ended-title': 'Ce lien a pris fin',
  'share.page-ended': 'Demandez-en un nouveau à la personne qui vous l’a donné.',
  'share.page-until': 'Visible pour qui a ce lien, jusqu’au {date}.',
  'share.page-none': 'Les enregistrements de ce lien ont été retirés.',
  'download.open': 'Télécharger…',
  'download.title': 'Télécharger les enregistrements de {name}',
  'download.how':
    'Le service signe ce qui est publié comme badge, et rien d’autre : d’autres programmes ne pourraient pas vérifier le reste. Pour qu’un enregistrement soit dans les fichiers, enregistrez-le en le publiant aussi comme badge.',
  'download.count': {
    one: '{count} enregistrement sur {all} est un badge.',
    other: '{count} enregistrements sur {all} sont des badges.',
  },
  'download.clr': 'Dossier d’apprentissage (CLR 2.0)',
  'download.clr-text': 'Tous les badges de ce référentiel que vous pouvez lire, dans un seul fichier signé.',
  'download.badges': 'Badges (Open Badges 3.0)',
  'download.badges-text': 'Chaque badge comme attestation signée, dans un fichier.',
  'download.left-out': {
    one: '{count} badge manque : le service ne le publie pas.',
    other: '{count} badges manquent : le service ne les publie pas.',
  },
  'download.none': 'Le service ne publie aucun de ces badges.',
};
