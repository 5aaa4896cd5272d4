import { expect, test } from 'vitest';
import { createRawJson } from './raw-json.ts';

test('texts are in the answer as they were given, with all digits of their numbers', () => {
  const { value, string, tools, fill } = createRawJson();
  const object = '{"count":12345678901234567890,"cost":"$&"}';
  const answer = JSON.stringify({
    object: value(object),
    list: value('[1,{"a":[]}]'),
    plain: value('7'),
    text: string('a "quoted" $1\n'),
    tools: tools('{"name":"one"},{"name":"two"}'),
    none: tools(''),
  });
  expect(fill(answer)).toBe(
    `{"object":${object},"list":[1,{"a":[]}],"plain":7,"text":"a \\"quoted\\" $1\\n","tools":[{"name":"one"},{"name":"two"}],"none":[]}`,
  );
});

test('nothing of another answer, and nothing that a caller made up, is taken for a text', () => {
  const [one, other] = [createRawJson(), createRawJson()];
  const foreign = JSON.stringify([one.value('{"a":1}'), one.string('b'), 'raw-0-0', `raw-${crypto.randomUUID()}-0`]);
  other.value('{"secret":1}');
  expect(other.fill(foreign)).toBe(foreign);
});
