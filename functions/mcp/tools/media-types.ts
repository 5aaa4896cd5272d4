import type { Operation } from './description.ts';

/** Media types of the form binding, which is for other clients. */
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** The media types of the body that a tool may send, the preferred one first; none without a body. */
export function bodyTypes({ requestBody }: Operation): readonly string[] {
  const types = Object.keys(requestBody?.content ?? {}).filter((type) => !FORMS.includes(type));
  return types.includes('application/json')
    ? ['application/json', ...types.filter((type) => !/^application\/(?:ld\+)?json$/.test(type))]
    : types;
}

/** The media types of the answer, JSON first. */
export function answerTypes({ responses }: Operation): readonly string[] {
  const types = Object.keys(responses['200']?.content ?? {});
  return types.includes('application/json') ? ['application/json'] : types;
}
