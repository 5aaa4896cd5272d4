import { expect, test } from 'vitest';
import { CATALOG } from '../../../shared/base/errors/catalog.ts';
import { offlineError, ServiceError } from '../service/service-error.ts';
import { problems } from './en/problems.ts';
import { faultOf } from './fault.ts';
import type { Language } from './language.ts';
import { loadWords } from './words.ts';

const problemOf = (code: string, status: number, detail = 'Some detail.') =>
  new ServiceError(status, { type: `urn:competency-service:problem:${code}`, title: 'A title', detail });

async function german(error: unknown) {
  return faultOf(error, await loadWords('de'));
}

test('every problem with a text is one of the service', () => {
  const unknown = Object.keys(problems).filter((key) => !Object.hasOwn(CATALOG, key.replace('problem.', '')));
  expect(unknown).toEqual([]);
});

test('a problem of the service is described in the language of the person', async () => {
  expect(await german(problemOf('not-owner', 401))).toEqual({
    text: 'Das gehört jemand anderem: Nur wem es gehört, darf es ändern oder löschen.',
    detail: null,
    detailLanguage: 'en',
  });
  expect((await german(offlineError())).text).toMatch(/^Der Dienst ist nicht erreichbar/);
});

test('the detail of the service follows where it says more, marked as English', async () => {
  expect(await german(problemOf('invalid-object', 400, '@type is missing.'))).toEqual({
    text: 'So lässt sich das nicht speichern.',
    detail: '@type is missing.',
    detailLanguage: 'en',
  });
});

test('a problem without a text is described by its kind, with the detail where the kind says little', async () => {
  expect(await german(problemOf('new-code', 400, 'Something new.'))).toMatchObject({
    text: 'Der Dienst nimmt das nicht an.',
    detail: 'Something new.',
  });
  expect(await german(new ServiceError(502, {}))).toMatchObject({ detail: null });
});

test('before the texts of all views are loaded, the kind of a problem is shown', () => {
  const words = { t: (key: string) => key, has: (_key: string): _key is never => false };
  expect(faultOf(problemOf('not-owner', 401), words)).toMatchObject({ text: 'fault.unauthorized', detail: null });
});

test.each<Language>(['en', 'de', 'es', 'fr', 'ar'])('other errors have a text in %s, too', async (language) => {
  const { text, detail } = faultOf(new TypeError('x is not a function'), await loadWords(language));
  expect(text).not.toMatch(/^fault/);
  expect(detail).toBe('x is not a function');
});
