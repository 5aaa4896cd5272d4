import type * as en from '../en/history.ts';
import type { TranslationOf } from '../translation.ts';

/** The versions of a framework and its parts, in Spanish. */
export const history: TranslationOf<typeof en.history> = {
  'views.history': 'Historial',
  'history.title': 'Historial de «{name}»',
  'history.back': 'Volver a «{name}»',
  'history.all': 'Todos los cambios',
  'history.none': 'No hay versiones anteriores que usted pueda leer.',
  'history.more': {
    one: 'Mostrar los cambios de {count} parte más',
    other: 'Mostrar los cambios de {count} partes más',
  },
  'history.version': 'Versión {version}',
  'history.see-then': 'El marco en este momento ({when})',
  'history.then': 'El marco como era: {when}',
  'history.not-there': 'El marco no existía entonces, o usted no puede leer sus versiones de ese momento.',
  'history.restore': 'Restaurar',
  'history.restored': 'Restaurado, como una versión nueva',
  'history.restore-all': 'Restaurar el marco como era',
  'history.restore-all-help':
    'Todo recibe el contenido de ese momento, como versiones nuevas. Lo que se añadió desde entonces se elimina; «Deshacer» lo recupera.',
  'history.changes': { one: '{count} cambio', other: '{count} cambios' },
  'history.created-many': { one: '{count} parte creada', other: '{count} partes creadas' },
  'history.created': 'Creación',
  'history.level': 'Nivel añadido',
  'history.rule': 'Regla de agregación añadida',
  'history.nothing': 'Guardado sin cambiar el contenido',
  'history.moved-under': 'Movida debajo de «{parent}»',
  'history.related': 'Relación añadida: {type} «{target}»',
  'history.parts-added': { one: '{count} competencia añadida', other: '{count} competencias añadidas' },
  'history.parts-removed': { one: '{count} competencia quitada', other: '{count} competencias quitadas' },
  'history.reordered': 'Competencias puestas en otro orden',
  'history.reworded': 'Redactado de nuevo ({member}):',
};
