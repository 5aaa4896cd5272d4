import type * as en from '../en/folders.ts';
import type { TranslationOf } from '../translation.ts';

/** Folders of frameworks, in French. */
export const folders: TranslationOf<typeof en.folders> = {
  'folders.title': 'Dossiers',
  'folders.path': 'Chemin vers ce dossier',
  'folders.new': 'Nouveau dossier…',
  'folders.new-title': 'Nouveau dossier',
  'folders.create': 'Créer',
  'folders.name': 'Nom du dossier',
  'folders.name-missing': 'Un dossier doit avoir un nom.',
  'folders.saved': 'Le dossier « {name} » est enregistré',
  'folders.rename': 'Renommer le dossier',
  'folders.delete': 'Supprimer le dossier…',
  'folders.delete-title': 'Supprimer le dossier « {name} » ?',
  'folders.delete-help': 'Les référentiels qu’il contient restent dans la liste de tous les référentiels.',
  'folders.empty': 'Ce dossier est vide. Le menu d’un référentiel permet de le déplacer ici.',
  'folders.move-to': 'Déplacer dans un dossier…',
  'folders.move-title': 'Déplacer dans un dossier',
  'folders.move': 'Déplacer',
  'folders.folder': 'Dossier',
  'folders.none': 'Aucun dossier',
  'folders.none-yet': 'Il n’y a pas encore de dossier. Créez-en un dans la liste des référentiels.',
  'folders.moved': 'Déplacé dans « {name} »',
  'folders.moved-out': 'Retiré de tout dossier',
};
