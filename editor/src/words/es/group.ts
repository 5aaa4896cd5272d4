import type * as en from '../en/group.ts';
import type { TranslationOf } from '../translation.ts';

/** A group of learners as a matrix, in Spanish. */
export const group: TranslationOf<typeof en.group> = {
  'group.title': 'Vista de un grupo',
  'group.members': 'Estudiantes: {count} de {all}',
  'group.branch': 'Parte del marco',
  'group.download': 'Descargar como CSV',
  'group.unknown': 'No se sabe',
  'group.choose': 'Elegir esta celda',
  'group.unchoose': 'No elegir esta celda',
  'group.keys':
    'Las flechas recorren las celdas; Espacio o Mayús con flechas elige varias, Escape ninguna; Intro registra.',
};
