import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { createRawJson } from './raw-json.ts';

test('texts are in the answer as they were given, with all digits of their numbers', () => {
  const { value, string, fill } = createRawJson();
  const object = '{"count":12345678901234567890,"cost":"$&"}';
  const answer = JSON.stringify({
    object: value(object),
    list: value('[1,{"a":[]}]'),
    plain: value('7'),
    text: string('a "quoted" $1\n'),
  });
  expect(fill(answer)).toBe(`{"object":${object},"list":[1,{"a":[]}],"plain":7,"text":"a \\"quoted\\" $1\\n"}`);
});

test('tools are in the answer as the bytes that they are kept as', () => {
  const { string, tools, fill } = createRawJson();
  const listed = (text: string) => tools({ text, bytes: encodeUtf8(text) });
  const answer = { tools: listed('{"name":"one – «1»"},{"name":"two"}'), none: listed(''), text: string('«»') };
  const filled = fill(JSON.stringify(answer));
  if (typeof filled === 'string') throw new Error('They are not bytes.');
  expect(new TextDecoder().decode(filled)).toBe(
    '{"tools":[{"name":"one – «1»"},{"name":"two"}],"none":[],"text":"«»"}',
  );
});

test('nothing of another answer, and nothing that a caller made up, is taken for a text', () => {
  const [one, other] = [createRawJson(), createRawJson()];
  const foreign = JSON.stringify([one.value('{"a":1}'), one.string('b'), 'raw-0-0', `raw-${crypto.randomUUID()}-0`]);
  other.value('{"secret":1}');
  expect(other.fill(foreign)).toBe(foreign);
});
