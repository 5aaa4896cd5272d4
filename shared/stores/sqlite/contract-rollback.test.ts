import { describeStoresOnFiles } from './on-files.contract.ts';

describeStoresOnFiles('rollback');
