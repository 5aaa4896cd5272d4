import type * as en from '../en/print.ts';
import type { TranslationOf } from '../translation.ts';

/** The printable page of a framework, in Spanish. */
export const print: TranslationOf<typeof en.print> = {
  'print.print': 'Imprimir',
  'print.back': 'Volver a la exportación',
  'print.publisher': 'Editor',
  'print.owner': 'Propietario',
  'print.no-owner': 'Ninguno: cualquiera puede cambiarlo',
  'print.unnamed-owners': { one: '{count} clave sin nombre', other: '{count} claves sin nombre' },
  'print.address': 'Dirección',
  'print.read-on': 'Tal como era el',
  'print.competencies': 'Competencias',
  'print.empty': 'No contiene competencias.',
  'print.missing': {
    one: '{count} parte de este marco está oculta para usted, eliminada o en otro lugar. No aparece en esta página.',
    other:
      '{count} partes de este marco están ocultas para usted, eliminadas o en otro lugar. No aparecen en esta página.',
  },
  'print.repeats': 'Lo que está debajo aparece en el primer lugar donde figura.',
  'export.paper': 'En papel',
  'export.paper-help': 'Todo el esquema con sus descripciones en una página, para imprimirla o conservarla como PDF.',
  'export.paper-open': 'Página para imprimir',
};
