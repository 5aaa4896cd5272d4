import type * as en from '../en/graph.ts';
import type { TranslationOf } from '../translation.ts';

/** The graph of relations, in German. */
export const graph: TranslationOf<typeof en.graph> = {
  'relation.majorRelated': 'ist größtenteils dasselbe wie',
  'relation.minorRelated': 'ist teilweise dasselbe wie',
  'views.graph': 'Beziehungen als Graph',
  'graph.title-of': 'Beziehungen in {framework}',
  'graph.unnamed': 'Ohne Namen',
  'graph.elsewhere': 'in einem anderen Rahmenwerk',
  'graph.show': 'Anzeigen',
  'graph.whole': 'Das ganze Rahmenwerk',
  'graph.steps': { one: '{count} Schritt im Umkreis', other: '{count} Schritte im Umkreis' },
  'graph.find': 'Im Graphen suchen',
  'graph.found': { one: '{count} Treffer', other: '{count} Treffer' },
  'graph.next': 'Nächster Treffer',
  'graph.kinds': 'Arten von Beziehungen',
  'graph.zoom-in': 'Vergrößern',
  'graph.zoom-out': 'Verkleinern',
  'graph.fit': 'Alles anzeigen',
  'graph.download': 'Herunterladen',
  'graph.download-svg': 'Als Zeichnung (SVG)',
  'graph.download-png': 'Als Bild (PNG)',
  'graph.download-failed': 'Das Bild konnte nicht erzeugt werden. Für die Zeichnung (SVG) gibt es keine Größengrenze.',
  'graph.download-smaller': 'Das Bild ist kleiner als die Zeichnung, denn Browser begrenzen die Größe von Bildern.',
  'graph.description': {
    one: '{count} Kompetenz und {relations} Beziehungen',
    other: '{count} Kompetenzen und {relations} Beziehungen',
  },
  'graph.picture':
    'Graph der Beziehungen. Die Pfeiltasten folgen den Beziehungen, die Eingabetaste wählt aus, ein zweites Mal öffnet, Plus und Minus ändern die Größe.',
  'graph.overview': 'Übersicht über den Graphen',
  'graph.keys':
    'Ziehen verschiebt, Scrollen oder Spreizen ändert die Größe. Mit der Tastatur: Pfeile, Eingabetaste, + und −.',
  'graph.placing': 'Der Graph wird gezeichnet',
  'graph.failed': 'Der Graph konnte nicht gezeichnet werden. Die Tabelle enthält alle Beziehungen.',
  'graph.too-many':
    'Dieses Rahmenwerk hat {count} Kompetenzen, mehr als ein Graph lesbar zeigen kann. Gezeigt wird das Umfeld einer davon.',
  'graph.cut': 'Um diese Kompetenz gibt es mehr: Gezeigt werden die nächsten {limit}.',
  'graph.empty-title': 'Noch nichts zu zeichnen',
  'graph.empty': 'Fügen Sie diesem Rahmenwerk Kompetenzen hinzu und Beziehungen zwischen ihnen.',
  'graph.no-relations':
    'Noch keine Beziehungen. Fügen Sie welche in der Gliederung hinzu, oder beim Abgleich mit einem anderen Rahmenwerk.',
  'graph.to-outline': 'Gliederung',
  'graph.chosen': 'Gewählte Kompetenz',
  'graph.choose': 'Wählen Sie eine Kompetenz im Graphen oder in der Tabelle.',
  'graph.open': 'In der Gliederung öffnen',
  'graph.around': 'Umfeld anzeigen',
  'graph.table': 'Dasselbe als Tabelle',
  'graph.table-from': 'Kompetenz',
  'graph.table-kind': 'Beziehung',
  'graph.table-to': 'Kompetenz',
  'graph.more': 'Mehr anzeigen',
  'graph.node-outside': {
    one: '{name}, in einem anderen Rahmenwerk, {count} Beziehung',
    other: '{name}, in einem anderen Rahmenwerk, {count} Beziehungen',
  },
  'graph.node': { one: '{name}, {count} Beziehung', other: '{name}, {count} Beziehungen' },
};
