import { afterAll } from 'vitest';
import { openSearchWithVectors } from '../../../test/support/opensearch.ts';
import { describeOnCluster } from './on-cluster.contract.ts';

const engine = await openSearchWithVectors();
afterAll(() => engine?.stop());

describeOnCluster('vectors', engine, { vectors: true });
