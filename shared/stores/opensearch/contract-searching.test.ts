import { openSearchForTests } from '../../../test/support/opensearch.ts';
import { describeOnCluster } from './on-cluster.contract.ts';

describeOnCluster('searching', await openSearchForTests());
