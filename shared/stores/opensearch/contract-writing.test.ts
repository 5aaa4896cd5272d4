import { describeOnCluster } from './on-cluster.contract.ts';

describeOnCluster('writing');
