import { describe, expect, it } from 'vitest';
import { foldersBelow, foldersIn, pathTo } from './folder.ts';
import { folderOf } from './folder-of.ts';

const folders = foldersIn([
  { '@id': 'urn:a', name: 'A' },
  { '@id': 'urn:b', name: 'B', parentDirectory: 'urn:a' },
  { '@id': 'urn:c', name: 'C', parentDirectory: { '@id': 'urn:b' } },
  { '@id': 'urn:lost', parentDirectory: 'urn:gone' },
  { '@id': 'urn:x', parentDirectory: 'urn:y' },
  { '@id': 'urn:y', parentDirectory: 'urn:x' },
]);
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('folders', () => {
  it('lead from the top to a folder', () => {
    expect(ids(pathTo(folders, 'urn:c'))).toEqual(['urn:a', 'urn:b', 'urn:c']);
    expect(ids(pathTo(folders, 'urn:lost'))).toEqual(['urn:lost']);
    expect(pathTo(folders, 'urn:gone')).toEqual([]);
    expect(pathTo(folders, null)).toEqual([]);
    expect(ids(pathTo(folders, 'urn:x'))).toEqual(['urn:y', 'urn:x']);
  });

  it('are found in their folder, or at the top if that is gone, or is within itself', () => {
    expect(ids(foldersBelow(folders, 'urn:a'))).toEqual(['urn:b']);
    expect(ids(foldersBelow(folders, null))).toEqual(['urn:a', 'urn:lost', 'urn:x', 'urn:y']);
    expect(ids(foldersBelow(folders, 'urn:x'))).toEqual([]);
  });

  it('have the frameworks that name them', () => {
    expect(folderOf({ directory: ['urn:a'] })).toBe('urn:a');
    expect(folderOf({})).toBeNull();
  });
});
