/**
 * The identity of an RSA public key: the lowercase hex SHA-256 of its SubjectPublicKeyInfo (RFC 5280), so that every
 * spelling of one key (PKCS#1 or SPKI, any line breaks) has one id and two keys never share one.
 */
export type KeyId = string & { readonly brand: 'KeyId' };
