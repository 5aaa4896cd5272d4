import { exportQueryOf } from '../../shared/http/exchange/exchange-parameters.ts';

/** Query of an export. */
export const exportQuery = exportQueryOf('ASN');
