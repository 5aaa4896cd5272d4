import * as z from 'zod/mini';
import type { ProblemCode } from '../../shared/base/errors/catalog.ts';
import { formattedText, type Route, routesOf } from '../../shared/http/route.ts';
import { identityEndpoints } from './endpoints.ts';

const text = z.string().check(z.minLength(1), z.maxLength(1024));
const username = text.check(z.describe('Derived by the client from the name of the user with the salts.'));
const password = text.check(z.describe('Derived by the client from the password of the user with the salts.'));
const credentials = z.looseObject({}).check(z.describe('The stored data, encrypted by the client.'));

const creation = z
  .looseObject({ username, password, credentials })
  .check(z.meta({ id: 'IdentityCreation', description: 'A new identity.' }));
const commit = z
  .looseObject({ username, password, token: text.check(z.describe('From the last login.')), credentials })
  .check(z.meta({ id: 'IdentityCommit', description: 'The new state of an identity.' }));
const request = z
  .looseObject({ username, password })
  .check(z.meta({ id: 'IdentityRequest', description: 'Name and password of an identity.' }));

const iterations = z.int().check(z.minimum(1000));
const length = z.int().check(z.minimum(1), z.describe('Bytes to derive.'));

/** Response of `salts` (specification: Identity): parameters with which a client derives its keys. */
const salts = z
  .looseObject({
    usernameSalt: z.string(),
    usernameIterations: iterations,
    usernameLength: length,
    passwordSalt: z.string(),
    passwordIterations: iterations,
    passwordLength: length,
    secretSalt: z.string(),
    secretIterations: iterations,
    secretLength: length,
    signatureSheetHashAlgorithm: z.literal('SHA-256'),
  })
  .check(z.meta({ id: 'Salts', description: 'Parameters of PBKDF2 for the three derived values.' }));

function bodies(part: 'credentialCommit' | 'credentialRequest', name: string, schema: z.ZodMiniType) {
  const form = z.looseObject({ [part]: formattedText(name, `JSON text of an \`${name}\`.`) });
  return {
    'application/json': schema,
    'multipart/form-data': form,
    'application/x-www-form-urlencoded': form,
  };
}

const common: readonly ProblemCode[] = ['invalid-identity', 'too-many-requests', 'overloaded', 'store-unavailable'];

/** Identity operations (specification: Identity). */
export const identityRoutes: readonly Route[] = routesOf(identityEndpoints, {
  salts: {
    summary: 'Salts and parameters for deriving keys from a username and a password',
    responses: { 200: { description: 'The salts, which never change.', content: { 'application/json': salts } } },
    problems: ['too-many-requests', 'store-unavailable'],
  },
  heldKeys: {
    summary: 'The key pair that the server holds for the signed-in user',
    description: 'Requires an authentication in the last five minutes. In key-based mode the server holds no keys.',
    responses: {
      200: {
        description: 'The key pair.',
        content: {
          'application/json': z.object({
            publicKey: z.string().check(z.describe('PEM on a single line.')),
            privateKey: z.string().check(z.describe('PKCS#8 PEM.')),
          }),
        },
      },
    },
    problems: ['not-signed-in', 'token-refused', 'sign-in-too-old', 'cross-origin-refused', 'provider-unavailable'],
  },
  createIdentity: {
    summary: 'Create an identity',
    requestBody: { required: true, content: bodies('credentialCommit', 'IdentityCreation', creation) },
    responses: { 200: { description: 'The identity was created.' } },
    problems: common,
  },
  commitIdentity: {
    summary: 'Replace the credentials and the password of an identity',
    requestBody: { required: true, content: bodies('credentialCommit', 'IdentityCommit', commit) },
    responses: { 200: { description: 'The identity was changed.' } },
    problems: [...common, 'credentials-refused'],
  },
  login: {
    summary: 'The stored credentials of an identity, and a new token',
    description: 'An unknown name and a wrong password get the same answer.',
    requestBody: { required: true, content: bodies('credentialRequest', 'IdentityRequest', request) },
    responses: {
      200: {
        description: 'The members of the stored credentials, and the following two.',
        content: {
          'application/json': z.looseObject({
            token: z.string().check(z.describe('For the next commit; the token of the previous login is void.')),
            lastLogin: z.int().check(z.minimum(0), z.describe('The previous login, UTC milliseconds.')),
          }),
        },
      },
    },
    problems: [...common, 'credentials-refused', 'version-conflict'],
  },
});
