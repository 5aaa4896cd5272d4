import type * as en from '../en/draft.ts';
import type { TranslationOf } from '../translation.ts';

/** A draft of a language model, in French. */
export const draft: TranslationOf<typeof en.draft> = {
  'draft.title': 'Faire rédiger une première ébauche',
  'draft.help':
    'Le modèle de langage {model} rédige une première ébauche, et vous gardez ce qui est bon. Le sujet et le texte lui sont envoyés. Lisez son ébauche comme celle d’un inconnu.',
  'draft.topic': 'Sujet',
  'draft.text': 'Texte de départ',
  'draft.text-help': 'Par exemple une fiche de poste ou un programme, jusqu’à 200 000 caractères. Peut rester vide.',
  'draft.depth': 'Niveaux',
  'draft.start': 'Rédiger',
  'draft.key': 'Le modèle de langage est réservé aux personnes qui ont leur propre clé, créée dans ce navigateur.',
  'draft.running': {
    one: 'Rédaction : {count} compétence pour l’instant',
    other: 'Rédaction : {count} compétences pour l’instant',
  },
  'draft.stop': 'Arrêter et garder ce qui est là',
  'draft.over': 'L’ébauche est finie.',
  'draft.outline': 'L’ébauche',
  'draft.choose': 'Décochez ce que vous ne voulez pas, avec tout ce qui est dessous.',
  'draft.source': 'Dans le texte : « {sentence} »',
};
