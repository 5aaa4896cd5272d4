import type * as en from '../en/person.ts';
import type { TranslationOf } from '../translation.ts';

/** The menu of the person, and the reminder to keep the key, in Spanish. */
export const person: TranslationOf<typeof en.person> = {
  'person.profile': 'Mi perfil',
  'person.learners': 'Estudiantes',
  'person.sign-in': 'Iniciar sesión…',
  'identity.title': 'Usted',
  'identity.first-name': 'Yo',
  'identity.nobody': 'Sin iniciar sesión',
  'identity.you-are': 'Usted es: {name}',
  'identity.open': 'Sus claves y contactos',
  'identity.operate': 'Administrar el servicio',
  'identity.account': 'Cuenta de su organización',
  'identity.sign-in': 'Iniciar sesión con su organización',
  'identity.sign-out': 'Cerrar la sesión',
  'identity.keep-urge':
    'La clave de lo que usted crea solo está en este navegador. Consérvela también en otro lugar; si no, perderá el acceso cuando se borren los datos del navegador.',
  'identity.keep-urge-private':
    'Esta ventana no guarda nada: la clave de lo que usted crea desaparece cuando la cierra. Consérvela en otro lugar.',
  'identity.keep-account':
    'Su cuenta «{account}» aún no tiene su clave más reciente. Guárdela allí; si no, perderá el acceso cuando se borren los datos del navegador.',
  'identity.keep-account-now': 'Guardarla allí…',
  'identity.keep-now': 'Hacer una copia',
  'identity.keep-later': 'Más tarde',
};
