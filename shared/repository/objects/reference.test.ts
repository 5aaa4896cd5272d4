import { describe, expect, it } from 'vitest';
import { parseBatchItem, parseReference } from './reference.ts';

const BASES = ['http://localhost/api/'];

describe('parseReference', () => {
  it.each([
    ['g1', 'g1', null],
    ['schema.org.Thing/g1', 'g1', null],
    ['/g1', 'g1', null],
    ['schema.org.Thing/g1/17', 'g1', 17],
    ['/0123456789abcdef0123456789abcdef/17', '0123456789abcdef0123456789abcdef', 17],
    ['schema.org.Thing/g1/', 'g1', null],
    ['schema.org.Thing%2Fg1%2F17', 'g1', 17],
    ['name.with.dots', 'name.with.dots', null],
    ['https%3A%2F%2Fa.example%2Fitem%2F5', 'https://a.example/item/5', null],
    ['http%3A%2F%2Flocalhost%2Fapi%2Fdata%2FT%2Fg%2F5', 'http://localhost/api/data/T/g', 5],
  ])('reads %s as the name %s with the version %s', (path, name, version) => {
    expect(parseReference(path, BASES)).toEqual({ name, version });
  });

  it.each(['T?x/g', 'T%3Fx/g', 'T%23x/g', 'T%25x/g', 'T%5Cx/g', 'a..b/g'])('D2 refuses the type of %s', (path) => {
    expect(() => parseReference(path, BASES)).toThrow(expect.objectContaining({ code: 'malformed-path' }));
  });

  it.each([
    ['T/g/', 'T/g'],
    ['T/g/5/', 'T/g/5'],
    ['https%3A%2F%2Felsewhere.example%2Fa/', 'https%3A%2F%2Felsewhere.example%2Fa'],
  ])('reads %j as %j', (path, same) => {
    expect(parseReference(path, BASES)).toEqual(parseReference(same, BASES));
  });

  it('keeps a slash at the end of a whole id', () => {
    expect(parseReference('https%3A%2F%2Felsewhere.example%2Fa%2F', BASES).name).toBe('https://elsewhere.example/a/');
  });

  it.each(['', 'T/', 'T//5', 'T/g/x', 'T/g/-1', 'T/g/1.5', 'T/g/5/6', '%', '%ff', 'a%00b'])('C5 refuses %j', (path) => {
    expect(() => parseReference(path, BASES)).toThrow(expect.objectContaining({ code: 'malformed-path' }));
  });
});

describe('parseBatchItem', () => {
  it.each([
    ['data/schema.org.Thing/g1', 'g1', null],
    ['data//m/5', 'm', 5],
    ['data/g1', 'g1', null],
    ['schema.org.Thing/g1', 'g1', null],
    ['https://a.example/item/5', 'https://a.example/item/5', null],
    ['http://localhost/api/data/T/g/5', 'http://localhost/api/data/T/g', 5],
  ])('reads %s as the name %s with the version %s', (item, name, version) => {
    expect(parseBatchItem(item, BASES)).toEqual({ name, version });
  });
});
