import { describeStoresOnFiles } from './on-files.contract.ts';

describeStoresOnFiles('wal');
