import { describeSignatures } from '../../shared/base/crypto/rsa.contract.ts';
import { createRsaVerification } from './rsa-verification.ts';

describeSignatures('on the thread of the caller', createRsaVerification());
