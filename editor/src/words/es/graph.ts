import type * as en from '../en/graph.ts';
import type { TranslationOf } from '../translation.ts';

/** The graph of relations, in Spanish. */
export const graph: TranslationOf<typeof en.graph> = {
  'relation.majorRelated': 'equivale en gran parte a',
  'relation.minorRelated': 'equivale en parte a',
  'views.graph': 'Relaciones como grafo',
  'graph.title-of': 'Relaciones de {framework}',
  'graph.unnamed': 'Sin nombre',
  'graph.elsewhere': 'en otro marco',
  'graph.show': 'Mostrar',
  'graph.whole': 'Todo el marco',
  'graph.steps': { one: '{count} paso alrededor', other: '{count} pasos alrededor' },
  'graph.find': 'Buscar en el grafo',
  'graph.found': { one: '{count} resultado', other: '{count} resultados' },
  'graph.next': 'Resultado siguiente',
  'graph.kinds': 'Clases de relaciones',
  'graph.zoom-in': 'Acercar',
  'graph.zoom-out': 'Alejar',
  'graph.fit': 'Mostrar todo',
  'graph.download': 'Descargar',
  'graph.download-svg': 'Como dibujo (SVG)',
  'graph.download-png': 'Como imagen (PNG)',
  'graph.download-failed': 'No se ha podido crear la imagen. El dibujo (SVG) no tiene límite de tamaño.',
  'graph.download-smaller':
    'La imagen es más pequeña que el dibujo, porque los navegadores limitan el tamaño de las imágenes.',
  'graph.description': {
    one: '{count} competencia y {relations} relaciones',
    other: '{count} competencias y {relations} relaciones',
  },
  'graph.picture':
    'Grafo de relaciones. Las flechas recorren las relaciones, Intro elige, Intro otra vez abre, más y menos cambian el tamaño.',
  'graph.overview': 'Vista general del grafo',
  'graph.keys':
    'Arrastre para mover; desplácese o pellizque para cambiar el tamaño. Con el teclado: flechas, Intro, + y −.',
  'graph.placing': 'Dibujando el grafo',
  'graph.failed': 'No se ha podido dibujar el grafo. La tabla contiene todas las relaciones.',
  'graph.too-many':
    'Este marco tiene {count} competencias, más de las que un grafo puede mostrar de forma legible. Se muestra lo que rodea a una de ellas.',
  'graph.cut': 'Alrededor de esta competencia hay más: se muestran las {limit} más cercanas.',
  'graph.empty-title': 'Todavía no hay nada que dibujar',
  'graph.empty': 'Añada competencias a este marco y relaciones entre ellas.',
  'graph.no-relations': 'Todavía no hay relaciones. Añádalas en el esquema o con las correspondencias con otro marco.',
  'graph.to-outline': 'Esquema',
  'graph.chosen': 'Competencia elegida',
  'graph.choose': 'Elija una competencia en el grafo o en la tabla.',
  'graph.open': 'Abrir en el esquema',
  'graph.around': 'Mostrar lo que la rodea',
  'graph.table': 'Lo mismo como tabla',
  'graph.table-from': 'Competencia',
  'graph.table-kind': 'Relación',
  'graph.table-to': 'Competencia',
  'graph.more': 'Mostrar más',
  'graph.node-outside': {
    one: '{name}, en otro marco, {count} relación',
    other: '{name}, en otro marco, {count} relaciones',
  },
  'graph.node': { one: '{name}, {count} relación', other: '{name}, {count} relaciones' },
};
