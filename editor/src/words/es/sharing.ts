import type * as en from '../en/sharing.ts';
import type { TranslationOf } from '../translation.ts';

/** Access to a framework, in Spanish. */
export const sharing: TranslationOf<typeof en.sharing> = {
  'views.sharing': 'Compartir',
  'sharing.title': 'Quién puede leer y cambiar «{name}»',
  'sharing.read': '¿Quién puede leerlo?',
  'sharing.read-public': 'Cualquiera',
  'sharing.read-private': 'Solo las personas de abajo',
  'sharing.public-means':
    'Cualquiera que acceda a este servicio puede encontrarlo y leer todo su contenido, sin iniciar sesión.',
  'sharing.private-means':
    'Todo su contenido se cifra en este navegador. Solo pueden leerlo las personas de abajo; ni siquiera el servicio puede.',
  'sharing.people': 'Personas',
  'sharing.person': 'Persona o grupo',
  'sharing.role': 'Puede',
  'sharing.role-of': 'Acceso de {name}',
  'sharing.owner': 'Leer y cambiar',
  'sharing.reader': 'Leer',
  'sharing.remove': 'Quitar {name}',
  'sharing.you': 'Usted',
  'sharing.unknown': 'Alguien con la clave {key}',
  'sharing.group': 'Grupo',
  'sharing.nobody': 'No tiene propietario: cualquiera puede cambiarlo.',
  'sharing.add': 'Añadir una persona o un grupo',
  'sharing.add-help':
    'Escriba un nombre, o pegue un enlace de contacto, el texto de un archivo de contacto o una clave pública.',
  'sharing.add-empty': 'No se ha encontrado a nadie. Pídale su enlace de contacto.',
  'sharing.readers-public': 'No hace falta nombrar a quienes solo pueden leerlo, porque cualquiera puede hacerlo.',
  'sharing.apply': 'Guardar…',
  'sharing.no-owner': 'Lo que no es público necesita a alguien que pueda cambiarlo.',
  'sharing.confirm-title': '¿Cambiar el acceso?',
  'sharing.confirm': 'Guardar',
  'sharing.confirm-parts': {
    one: 'Se aplica al marco y a {count} competencia.',
    other: 'Se aplica al marco y a sus {count} competencias.',
  },
  'sharing.confirm-terms': {
    one: 'Se aplica al vocabulario y a {count} término.',
    other: 'Se aplica al vocabulario y a sus {count} términos.',
  },
  'sharing.confirm-comments':
    'Sus comentarios cambian también. Los de otros, cuando sus autores vuelvan a abrirlo; ninguno pasa a ser público.',
  'sharing.confirm-publish':
    'Todo su contenido pasa a ser público: cualquiera puede leerlo, copiarlo y conservar copias para siempre.',
  'sharing.confirm-hide':
    'Queda cifrado desde ahora. Las versiones anteriores siguen como están: las que eran públicas se pueden leer todavía en el historial y en las copias que otros hicieron.',
  'sharing.confirm-leave':
    'Usted renuncia a su propio derecho a cambiarlo. Solo las personas que quedan pueden devolvérselo.',
  'sharing.confirm-anyone': 'No tendrá propietario: cualquiera podrá cambiarlo o eliminarlo.',
  'sharing.progress': 'Cambiando el acceso',
  'sharing.done': 'El acceso se ha cambiado.',
  'sharing.unfinished': {
    one: 'Un cambio de acceso no se ha completado: {count} parte sigue como estaba.',
    other: 'Un cambio de acceso no se ha completado: {count} partes siguen como estaban.',
  },
  'sharing.go-on': 'Continuar',
  'sharing.refused': {
    one: 'No se ha podido cambiar {count} parte:',
    other: 'No se han podido cambiar {count} partes:',
  },
  'sharing.refused-hidden': 'Está oculta para usted, eliminada o guardada en otro lugar.',
  'sharing.refused-conflict': 'Otras personas la estaban cambiando continuamente.',
  'sharing.read-only': 'Solo sus propietarios pueden cambiar el acceso.',
};
