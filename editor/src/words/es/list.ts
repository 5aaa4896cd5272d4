import type { ListWords } from '../en/list.ts';

/** The texts of the page before the editor is loaded, in Spanish. */
export const list: ListWords = {
  'start.title': 'Marcos',
  'start.new': 'Nuevo marco',
  'start.import': 'Importar',
  'start.schemes': 'Vocabularios',
  'start.owner': 'Propietario',
  'start.anyone': 'Cualquiera puede cambiarlo',
  'start.language': 'Idioma',
  'start.publisher': 'Editor',
  'start.name': 'Nombre',
  'start.competencies': 'Competencias',
  'start.changed': 'Último cambio',
  'start.unnamed': 'Sin nombre',
  'start.failed': 'No se pudo cargar el editor. No se ha perdido nada de lo que guardó.',
  'start.no-storage':
    'El almacenamiento de este navegador, que tiene sus claves, no responde. Vuelva a cargar la página o reinicie el navegador.',
  'start.reload': 'Volver a cargar',
};
