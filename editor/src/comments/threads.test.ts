import { describe, expect, it } from 'vitest';
import type { Comment } from './comment.ts';
import { openCounts, threadsOf } from './threads.ts';

/** @param id also says when it was written */
function comment(id: number, about: string, owner = 'ada', resolves: boolean | null = null): Comment {
  const object = { '@id': `urn:${id}` };
  return {
    id: `urn:${id}`,
    object,
    stored: object,
    about,
    text: `${id}`,
    time: id,
    isEdited: false,
    owners: [owner],
    resolves,
  };
}

const briefly = (comments: readonly Comment[]) =>
  [...threadsOf(comments, 'urn:f', new Set(['urn:c']), new Set(['owner']))].map(([about, threads]) => [
    about,
    threads.map(
      ({ root, replies, isResolved }) =>
        `${[root, ...replies].map(({ text }) => text).join(' ')}${isResolved ? ' ✓' : ''}`,
    ),
  ]);

describe('comments', () => {
  it('are threads in the order of their times, with replies to replies', () => {
    const comments = [
      comment(4, 'urn:3'),
      comment(3, 'urn:1'),
      comment(2, 'urn:c'),
      comment(1, 'urn:c'),
      comment(5, 'urn:f'),
    ];
    expect(briefly(comments)).toEqual([
      ['urn:c', ['1 3 4', '2']],
      ['urn:f', ['5']],
    ]);
  });

  it('about something that is gone are about the framework; a circle of replies ends', () => {
    expect(briefly([comment(1, 'urn:gone'), comment(2, 'urn:3'), comment(3, 'urn:2')])).toEqual([
      ['urn:f', ['1', '2', '3']],
    ]);
  });

  it('are resolved, and opened again, by their writers and the owners of the framework alone', () => {
    const root = comment(1, 'urn:c');
    expect(briefly([root, comment(2, 'urn:1', 'eve', true)])).toEqual([['urn:c', ['1 2']]]);
    expect(briefly([root, comment(2, 'urn:1', 'owner', true)])).toEqual([['urn:c', ['1 2 ✓']]]);
    expect(briefly([root, comment(2, 'urn:1', 'owner', true), comment(3, 'urn:1', 'ada', false)])).toEqual([
      ['urn:c', ['1 2 3']],
    ]);
    const threads = threadsOf(
      [root, comment(2, 'urn:1', 'ada', true), comment(3, 'urn:c')],
      'urn:f',
      new Set(['urn:c']),
      new Set(),
    );
    expect(openCounts(threads).get('urn:c')).toBe(1);
  });
});
