import type * as en from '../en/share.ts';
import type { TranslationOf } from '../translation.ts';

/** Shared records of learners, in Spanish. */
export const share: TranslationOf<typeof en.share> = {
  'share.one': 'Compartir «{name}»',
  'share.all': 'Compartir…',
  'share.title-one': 'Compartir un registro',
  'share.title-all': 'Compartir el perfil',
  'share.mine': {
    one: 'Puede compartir {count} registro.',
    other: 'Puede compartir {count} registros.',
  },
  'share.others': {
    one: '{count} registro pertenece a otra persona, la única que puede compartirlo: {names}',
    other: '{count} registros pertenecen a otras personas, las únicas que pueden compartirlos: {names}',
  },
  'share.private-framework': 'El marco no es público: quien no puede leerlo no ve los nombres de las competencias.',
  'share.with-person': 'Con una persona',
  'share.with': 'Compartir con {name}',
  'share.shared-with': '{name} ya puede leerlo.',
  'share.readers': 'Quién puede leerlo',
  'share.remove': '{name} ya no puede leerlo',
  'share.by-link': 'Con un enlace',
  'share.link-name': '¿Para qué es el enlace?',
  'share.link-name-missing': 'Escriba para qué es, para encontrarlo de nuevo.',
  'share.link-ends': 'Último día',
  'share.link-ends-wrong': 'Elija un día que no haya pasado.',
  'share.link-make': 'Crear un enlace',
  'share.link-made': 'Quien tenga este enlace puede leerlo, sin iniciar sesión:',
  'share.link-copy': 'Copiar el enlace',
  'share.link-how':
    'Muestra lo que está registrado ahora. Cuando el enlace termina, su clave se quita de los registros. Eso no borra lo que se vio o se guardó, y quien conservó el enlace aún puede leer las versiones anteriores en el historial. Después del último día la página ya no muestra nada; la clave misma se quita cuando usted vuelva a abrir esta página.',
  'share.refused': {
    one: 'No se pudo cambiar {count} registro.',
    other: 'No se pudieron cambiar {count} registros.',
  },
  'share.links': 'Enlaces',
  'share.links-text': 'Quien tiene uno de estos enlaces lee los registros hasta que termina.',
  'share.link-records': {
    one: '{count} registro, hasta el {date}',
    other: '{count} registros, hasta el {date}',
  },
  'share.link-end-of': 'Terminar el enlace «{name}»',
  'share.link-ended': 'El enlace «{name}» ha terminado.',
  'share.page-ended-title': 'Este enlace ha terminado',
  'share.page-ended': 'Pida uno nuevo a la persona que se lo dio.',
  'share.page-until': 'Visible para quien tiene este enlace, hasta el {date}.',
  'share.page-none': 'Los registros de este enlace se retiraron.',
  'download.open': 'Descargar…',
  'download.title': 'Descargar los registros de {name}',
  'download.how':
    'El servicio firma lo que está publicado como insignia, y nada más: otros programas no podrían verificar el resto. Para que un registro esté en los archivos, regístrelo publicándolo también como insignia.',
  'download.count': {
    one: '{count} de {all} registros es una insignia.',
    other: '{count} de {all} registros son insignias.',
  },
  'download.clr': 'Expediente de aprendizaje (CLR 2.0)',
  'download.clr-text': 'Todas las insignias de este marco que usted puede leer, en un solo archivo firmado.',
  'download.badges': 'Insignias (Open Badges 3.0)',
  'download.badges-text': 'Cada insignia como credencial firmada, en un archivo.',
  'download.left-out': {
    one: 'Falta {count} insignia: el servicio no la publica.',
    other: 'Faltan {count} insignias: el servicio no las publica.',
  },
  'download.none': 'El servicio no publica ninguna de estas insignias.',
};
