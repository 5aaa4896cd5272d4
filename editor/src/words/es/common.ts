import type * as en from '../en/common.ts';
import type { TranslationOf } from '../translation.ts';

/** Texts that several views use, in Spanish. */
export const common: TranslationOf<typeof en.common> = {
  'common.product': 'Competencias',
  'common.close': 'Cerrar',
  'common.cancel': 'Cancelar',
  'common.save': 'Guardar',
  'common.delete': 'Eliminar',
  'common.retry': 'Volver a intentar',
  'common.loading': 'Cargando',
  'common.messages': 'Mensajes',
  'common.skip': 'Ir al contenido',
  'common.language': 'Idioma',
  'common.theme': 'Apariencia',
  'common.theme-system': 'Como el sistema',
  'common.theme-light': 'Claro',
  'common.theme-dark': 'Oscuro',
  'common.search': 'Buscar en todo',
  'common.offline':
    'No hay conexión con el servicio. Puede continuar: los cambios se guardan aquí y se envían más tarde.',
  'common.failed-title': 'Esta vista ha fallado',
  'common.failed': 'No se ha perdido nada de lo guardado. Vuelva a intentarlo o recargue la página.',
  'common.not-now-title': 'Esto no se puede mostrar ahora',
  'common.not-found-title': 'No hay nada en esta dirección',
  'common.not-found': 'Puede que el enlace sea antiguo, que se haya eliminado su destino o que usted no pueda leerlo.',
  'common.to-start': 'Todos los marcos',
};

/** Faults of the service, in Spanish. */
export const faults: TranslationOf<typeof en.faults> = {
  'fault.offline': 'No se puede acceder al servicio. Compruebe la conexión y vuelva a intentarlo.',
  'fault.unauthorized': 'No puede hacer esto con las claves que tiene aquí.',
  'fault.conflict': 'Otra persona lo ha cambiado entretanto.',
  'fault.too-large': 'Es más grande de lo que admite el servicio.',
  'fault.not-found': 'No existe, o usted no puede leerlo.',
  'fault.invalid': 'El servicio no lo acepta.',
  'fault.busy': 'El servicio está ocupado. Vuelva a intentarlo en un momento.',
  'fault.failed': 'El servicio ha fallado.',
  'fault.unexpected': 'Esto no ha funcionado.',
};
