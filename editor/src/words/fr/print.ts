import type * as en from '../en/print.ts';
import type { TranslationOf } from '../translation.ts';

/** The printable page of a framework, in French. */
export const print: TranslationOf<typeof en.print> = {
  'print.print': 'Imprimer',
  'print.back': 'Retour à l’export',
  'print.publisher': 'Éditeur',
  'print.owner': 'Propriétaire',
  'print.no-owner': 'Aucun : tout le monde peut le modifier',
  'print.unnamed-owners': { one: '{count} clé sans nom', other: '{count} clés sans nom' },
  'print.address': 'Adresse',
  'print.read-on': 'Tel qu’il était le',
  'print.competencies': 'Compétences',
  'print.empty': 'Il ne contient aucune compétence.',
  'print.missing': {
    one: '{count} partie de ce référentiel vous est cachée, est supprimée ou se trouve ailleurs. Elle n’est pas sur cette page.',
    other:
      '{count} parties de ce référentiel vous sont cachées, sont supprimées ou se trouvent ailleurs. Elles ne sont pas sur cette page.',
  },
  'print.repeats': 'Ce qui est dessous figure à son premier emplacement.',
  'export.paper': 'Sur papier',
  'export.paper-help': 'Tout le plan avec ses descriptions sur une page, à imprimer ou à garder en PDF.',
  'export.paper-open': 'Page à imprimer',
};
