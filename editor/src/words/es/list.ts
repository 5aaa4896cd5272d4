import type { ListWords } from '../en/list.ts';

/** The words of the list of frameworks that is there before the editor, in Spanish. */
export const list: ListWords = {
  'start.title': 'Marcos',
  'start.new': 'Nuevo marco',
  'start.import': 'Importar',
  'start.owner': 'Propietario',
  'start.anyone': 'Cualquiera puede cambiarlo',
  'start.language': 'Idioma',
  'start.publisher': 'Editor',
  'start.name': 'Nombre',
  'start.competencies': 'Competencias',
  'start.changed': 'Último cambio',
  'start.unnamed': 'Sin nombre',
};
