import type { AutoContext } from '../../shared/profiles/auto/person-profiles.ts';
import { continueRound } from '../../shared/profiles/auto/round.ts';
import type { ProfileService } from '../../shared/profiles/service/profile-service.ts';
import type { Schedule } from '../../shared/repository/schedule/run-tick.ts';

const PERIOD_MS = 60_000;

/**
 * Automatic profiles (specification: profile rule 15): a round over all active persons and frameworks, which starts every minute, or
 * when the previous one has ended.
 */
export function autoProfile(ctx: AutoContext, service: Pick<ProfileService, 'latest' | 'ready'>): Schedule {
  return {
    name: 'auto-profile',
    period: PERIOD_MS,
    async tick({ until, ended, bookmark }) {
      await service.ready(); // earlier results would not be cached
      const mayContinue = () => !ended.aborted && ctx.now() < until;
      const part = await continueRound(ctx, service, { bookmark, period: PERIOD_MS, mayContinue });
      const { calculated, kept, failed, complete } = part;
      const level = calculated + failed > 0 ? 'info' : 'debug';
      ctx.logger[level]('ADAPTER', 'Profiles were calculated ahead', { calculated, kept, failed, complete });
    },
  };
}
