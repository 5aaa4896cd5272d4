import { EngineFailure } from './transport.ts';

/** Waiting that can be ended from outside. */
export type Pause = {
  /** @throws what `ended` gives, once there was an end: at once */
  wait(milliseconds: number): Promise<void>;
  /** Does the work again, with growing pauses, when the engine fails; a few times. It may be done twice. */
  retry<T>(report: (error: unknown) => void, work: () => Promise<T>): Promise<T>;
  end(): void;
};

/** Milliseconds before another attempt. */
const PAUSES = [200, 1_000, 4_000];

/** @param ended what is thrown where somebody waits after the end */
export function createPause(ended: () => Error): Pause {
  const end = new AbortController();

  async function wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        end.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      if (end.signal.aborted) done();
      else end.signal.addEventListener('abort', done);
    });
    if (end.signal.aborted) throw ended();
  }

  return {
    wait,
    async retry(report, work) {
      for (const pause of PAUSES) {
        if (end.signal.aborted) throw ended();
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          report(error);
          await wait(pause);
        }
      }
      return work();
    },
    end: () => end.abort(),
  };
}
