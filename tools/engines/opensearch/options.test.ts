import { expect, test } from 'vitest';
import { readCommand } from './options.ts';

test('a command line without parameters means one node at the usual port, of any version', () => {
  expect(readCommand([])).toEqual({ help: false, nodes: 1, port: 9200 });
});

test.each([
  ['2', 2],
  ['3', 3],
  ['2.19', 2],
  ['v3', 3],
  ['3.8.0', 3],
])('--version %s is major version %s', (text, version) => {
  expect(readCommand(['--version', text])).toMatchObject({ version });
});

test('every parameter of the command line is read', () => {
  expect(
    readCommand(['--port=21000', '--nodes', '3', '--data', 'd', '--heap', '1g', '--version', '2', '--knn']),
  ).toEqual({
    help: false,
    port: 21000,
    nodes: 3,
    directory: 'd',
    heap: '1g',
    version: 2,
    knn: true,
  });
  expect(readCommand(['--help'])).toEqual({ help: true });
});

test.each([
  ['--version', '1'],
  ['--version', '20'],
  ['--version', 'latest'],
  ['--port', '0'],
  ['--port', '65535'],
  ['--port', '9200x'],
  ['--nodes', '0'],
  ['--nodes', '1.5'],
  ['--heap', 'much'],
])('%s %s is refused with a sentence that names the parameter', (name, value) => {
  expect(() => readCommand([name, value])).toThrow(new RegExp(`^${name} is .*, not ${value}\\.$`));
});

test('an unknown parameter is refused', () => {
  expect(() => readCommand(['--prot', '9200'])).toThrow('--prot');
});
