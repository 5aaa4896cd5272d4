import { expect, test } from 'vitest';
import { resultIn, toolIn } from './revision.ts';

const TOOL = {
  name: 'find',
  title: 'Find',
  description: 'Finds.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object' as const },
  outputSchema: { type: 'array', items: { $ref: '#/$defs/Id' }, $defs: { Id: { type: 'string' } } },
};

test.each([
  ['2024-11-05', ['description', 'inputSchema', 'name']],
  ['2025-03-26', ['annotations', 'description', 'inputSchema', 'name']],
  ['2025-06-18', ['annotations', 'description', 'inputSchema', 'name', 'outputSchema', 'title']],
])('a tool in %s has the members of that revision', (revision, members) => {
  expect(Object.keys(toolIn(revision, TOOL)).sort()).toEqual(members);
});

test('output schemas describe objects before 2026-07-28', () => {
  expect(toolIn('2025-11-25', TOOL).outputSchema).toMatchObject({ type: 'object', required: ['result'] });
  expect(toolIn('2026-07-28', TOOL).outputSchema).toEqual(TOOL.outputSchema);
});

test.each(['2024-11-05', '2025-03-26'])('a result in %s has neither links nor structured content', (revision) => {
  const text = { type: 'text' as const, text: 'One. [https://example.org/1]' };
  const link = { type: 'resource_link' as const, name: 'One', uri: 'https://example.org/1' };
  const result = { content: [text, link], structuredContent: { ids: [] } };
  expect(resultIn(revision, result)).toEqual({ content: [text] });
  expect(resultIn('2025-06-18', result)).toEqual(result);
});
