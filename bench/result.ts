/** One line of the table: the service compared with its raw limit in the same run. */
export type Result = {
  readonly name: string;
  /** The unit of the figures, such as "requests/s". */
  readonly unit: string;
  readonly bare: number;
  readonly service: number;
  /** service / bare, the median of the rounds. */
  readonly ratio: number;
  /** The target of the ratio. */
  readonly target: number;
  /** The same ratio per second of the server's processor time, which other load on the machine does not change; null: not measured. */
  readonly cpuRatio: number | null;
  /** The ratio must be at most the target; absent: at least. */
  readonly less?: true;
};

/** A figure that is compared only with its target. */
export type Count = {
  readonly name: string;
  readonly count: number;
  /** The target: at most this. */
  readonly most: number;
};

/** One round of a comparison. */
export type Round = { readonly bare: number; readonly service: number; readonly cpuRatio: number | null };

/** The median of several rounds. */
export function toResult(name: string, unit: string, target: number, rounds: readonly Round[]): Result {
  const ratios = rounds.map((round) => round.service / round.bare);
  const cpuRatios = rounds.flatMap((round) => (round.cpuRatio === null ? [] : [round.cpuRatio]));
  return {
    name,
    unit,
    bare: median(rounds.map((round) => round.bare)),
    service: median(rounds.map((round) => round.service)),
    ratio: median(ratios),
    target,
    cpuRatio: cpuRatios.length === 0 ? null : median(cpuRatios),
  };
}

/** The middle one of these numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
