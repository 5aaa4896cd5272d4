import { openSearchForTests } from '../../../test/support/opensearch.ts';
import { describeOnCluster } from './on-cluster.contract.ts';

const engine = await openSearchForTests('vectors');

describeOnCluster('vectors', engine, { vectors: true });
