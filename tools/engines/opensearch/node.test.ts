import { expect, test } from 'vitest';
import { javaSettings } from './java-nodes.ts';
import { type ClusterPlan, lastWords, startProcess } from './node.ts';

const plan = (nodes: number): ClusterPlan => ({
  name: 'c',
  http: Array.from({ length: nodes }, (_, i) => 21000 + i),
  transport: Array.from({ length: nodes }, (_, i) => 21100 + i),
  directory: '/data',
  keepsData: true,
  heap: null,
  javaOptions: [],
  settings: {},
});

test('a node listens on loopback alone, at exactly its ports', () => {
  expect(javaSettings(plan(3), 1)).toMatchObject({
    'network.host': '127.0.0.1',
    'http.port': '21001',
    'transport.port': '21101',
  });
});

test('one node needs no others; several know where all are and elect one of them', () => {
  expect(javaSettings(plan(1), 0)).toMatchObject({ 'discovery.type': 'single-node' });
  expect(javaSettings(plan(2), 0)).toMatchObject({
    'discovery.seed_hosts': '127.0.0.1:21100,127.0.0.1:21101',
    'cluster.initial_cluster_manager_nodes': 'node-1,node-2',
  });
});

test('the last output of a failed process is its messages, without stack traces', () => {
  const log = ['started', 'Exception: port taken', '\tat a.b.C(D.java:1)', '', 'Caused by: x', '\t... 12 more', ''];
  expect(lastWords(log.join('\n'))).toBe('started\nException: port taken\nCaused by: x');
  expect(lastWords(Array.from({ length: 100 }, (_, i) => i).join('\n')).split('\n')).toHaveLength(15);
});

test('a missing program fails immediately, with the reason', async () => {
  expect(await startProcess('/no/such/program', [], {}).ended).toContain('ENOENT');
});
