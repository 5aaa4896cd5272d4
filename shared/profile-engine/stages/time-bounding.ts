import { dateOf } from '../evidence/counted.ts';
import type { ProfileStage } from './stage.ts';

/**
 * Keeps the assertions dated inside `startDate` and `endDate`, both included (specification: Profile). Without a date an
 * assertion is dated 0.
 */
export const timeBounding: ProfileStage = {
  name: 'time-bounding',
  order: 50,
  assertions(assertions, { options: { startDate, endDate } }) {
    if (startDate === undefined && endDate === undefined) return assertions;
    return assertions.filter((assertion) => {
      const date = dateOf(assertion);
      return (startDate === undefined || date >= startDate) && (endDate === undefined || date <= endDate);
    });
  },
};
