import type * as en from '../en/folders.ts';
import type { TranslationOf } from '../translation.ts';

/** Folders of frameworks, in Spanish. */
export const folders: TranslationOf<typeof en.folders> = {
  'folders.title': 'Carpetas',
  'folders.path': 'Ruta hasta esta carpeta',
  'folders.new': 'Carpeta nueva…',
  'folders.new-title': 'Carpeta nueva',
  'folders.create': 'Crear',
  'folders.name': 'Nombre de la carpeta',
  'folders.name-missing': 'Una carpeta necesita un nombre.',
  'folders.saved': 'La carpeta «{name}» se ha guardado',
  'folders.rename': 'Cambiar el nombre de la carpeta',
  'folders.delete': 'Eliminar la carpeta…',
  'folders.delete-title': '¿Eliminar la carpeta «{name}»?',
  'folders.delete-help': 'Los marcos que contiene siguen en la lista de todos los marcos.',
  'folders.empty': 'Esta carpeta está vacía. El menú de un marco permite moverlo aquí.',
  'folders.move-to': 'Mover a una carpeta…',
  'folders.move-title': 'Mover a una carpeta',
  'folders.move': 'Mover',
  'folders.folder': 'Carpeta',
  'folders.none': 'Ninguna carpeta',
  'folders.none-yet': 'Todavía no hay carpetas. Cree una en la lista de marcos.',
  'folders.moved': 'Movido a «{name}»',
  'folders.moved-out': 'Ya no está en ninguna carpeta',
};
