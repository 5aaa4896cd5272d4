/** Names of the secrets in a {@link SecretStore}: file names in the key directory, as on existing servers. */

/** The admin's private key, PEM. */
export const ADMIN_KEY = 'skyAdmin2.pem';

/** The service's private key for profiles, PEM, named as adapters name theirs. */
export const PROFILE_KEY = 'profileAdapter.pem';

/** The service's private key for assertions of xAPI statements, PEM. */
export const STATEMENT_KEY = 'xapiAdapter.pem';

/** The service's private key for badges, PEM: it reads what is published, and signs. */
export const BADGE_KEY = 'adapter.openbadges.private.pem';

/** The service's private key for replication, PEM: it reads from the server that is replicated. */
export const REPLICATION_KEY = 'replicateAdapter.pem';

/** Encrypts identities and authorizes admin operations. */
export const SERVER_SECRET = 'skyId.secret';

/** Encrypts the keys that the server holds for signed-in users. */
export const MASTER_KEY = 'masterKey';

/** The salts with which clients derive names, passwords and encryption keys. */
export const USERNAME_SALT = 'skyId.username.public.salt';
export const PASSWORD_SALT = 'skyId.password.public.salt';
export const SECRET_SALT = 'skyId.secret.public.salt';
