import type * as en from '../en/folders.ts';
import type { TranslationOf } from '../translation.ts';

/** Folders of frameworks, in German. */
export const folders: TranslationOf<typeof en.folders> = {
  'folders.title': 'Ordner',
  'folders.path': 'Weg zu diesem Ordner',
  'folders.new': 'Neuer Ordner…',
  'folders.new-title': 'Neuer Ordner',
  'folders.create': 'Anlegen',
  'folders.name': 'Name des Ordners',
  'folders.name-missing': 'Ein Ordner braucht einen Namen.',
  'folders.saved': 'Der Ordner „{name}“ ist gespeichert',
  'folders.rename': 'Ordner umbenennen',
  'folders.delete': 'Ordner löschen…',
  'folders.delete-title': 'Ordner „{name}“ löschen?',
  'folders.delete-help': 'Die Rahmenwerke darin bleiben in der Liste aller Rahmenwerke.',
  'folders.empty': 'Dieser Ordner ist leer. Im Menü eines Rahmenwerks lässt es sich hierher verschieben.',
  'folders.move-to': 'In einen Ordner verschieben…',
  'folders.move-title': 'In einen Ordner verschieben',
  'folders.move': 'Verschieben',
  'folders.folder': 'Ordner',
  'folders.none': 'Kein Ordner',
  'folders.none-yet': 'Es gibt noch keinen Ordner. Legen Sie einen in der Liste der Rahmenwerke an.',
  'folders.moved': 'Nach „{name}“ verschoben',
  'folders.moved-out': 'In keinem Ordner mehr',
};
