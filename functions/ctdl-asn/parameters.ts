import { exportQueryOf } from '../../shared/frameworks/exchange-parameters.ts';

/** Query of an export. */
export const exportQuery = exportQueryOf('CTDL-ASN');
