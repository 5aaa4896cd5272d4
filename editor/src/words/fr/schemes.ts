import type * as en from '../en/schemes.ts';
import type { TranslationOf } from '../translation.ts';

/** Vocabularies: concept schemes and their terms, in French. */
export const schemes: TranslationOf<typeof en.schemes> = {
  'schemes.title': 'Vocabulaires',
  'schemes.what':
    'Des termes à choisir, comme des catégories ou des niveaux, que les référentiels peuvent utiliser dans leurs champs.',
  'schemes.new': 'Nouveau vocabulaire',
  'schemes.name-missing': 'Un vocabulaire a besoin d’un nom.',
  'schemes.none': 'Aucun vocabulaire',
  'schemes.kind': 'Type',
  'schemes.scheme': 'Termes',
  'schemes.progression': 'Niveaux',
  'schemes.tops': 'Termes au premier rang',
  'schemes.read-only': 'Vous pouvez lire ce vocabulaire. Seuls ses propriétaires peuvent le modifier.',
  'schemes.missing': {
    one: '{count} terme vous est caché, a été supprimé ou se trouve ailleurs.',
    other: '{count} termes vous sont cachés, ont été supprimés ou se trouvent ailleurs.',
  },
  'schemes.concepts': 'Termes',
  'schemes.empty': 'Aucun terme : ajoutez le premier, ou collez une liste.',
  'schemes.add': 'Ajouter un terme',
  'schemes.of-scheme': 'Vocabulaire',
  'schemes.of-concept': 'Terme',
  'schemes.to-scheme': 'Afficher le vocabulaire',
  'schemes.definition': 'Définition',
  'schemes.is-progression': 'L’ordre est un ordre de niveaux',
  'schemes.is-progression-help':
    'Un modèle de progression de CTDL-ASN : chaque terme du premier rang est un niveau au-dessus du précédent.',
  'schemes.deleted': {
    one: '« {name} » est supprimé',
    other: '« {name} » est supprimé, avec ce qui se trouve dessous : {count} termes',
  },
  'schemes.paste-add': { one: 'Ajouter {count} terme', other: 'Ajouter {count} termes' },
  'schemes.paste-help':
    'Un terme par ligne, en retrait par des tabulations ou des espaces, avec des puces ou des numéros, ou des cellules d’un tableur.',
  'schemes.download': 'Télécharger en SKOS',
  'schemes.delete': 'Supprimer…',
  'schemes.delete-parts': {
    one: 'Avec lui, {count} terme est supprimé.',
    other: 'Avec lui, {count} termes sont supprimés.',
  },
  'schemes.all': 'Tous les vocabulaires',
  'field.other-names': 'Autres noms',
  'field-help.other-names': 'D’autres mots pour la même chose, un par ligne.',
  'field.category-scheme': 'Vocabulaire des catégories',
  'field-help.category-scheme': 'Le vocabulaire d’où les compétences tirent leur catégorie ou leur type d’élément.',
  'field.education-scheme': 'Vocabulaire des niveaux d’enseignement',
  'field-help.education-scheme': 'Le vocabulaire d’où les compétences tirent leurs niveaux d’enseignement.',
  'field-group.vocabularies': 'Vocabulaires',
};
