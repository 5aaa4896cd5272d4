import type { Cost } from './load.ts';
import type { Process } from './process.ts';
import type { Round } from './result.ts';

/** Measures work that is not one request each. */
export async function measure(server: Process, count: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = server.cpu();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const after = server.cpu();
  const cpu = before === null || after === null ? null : after - before;
  return { rate: count / seconds, ratePerCpu: cpu === null || cpu === 0 ? null : count / cpu };
}

/** One round, from the cost of the bare work and that of the same work by the service. */
export function roundOf(bare: Cost, own: Cost): Round {
  const cpuRatio = bare.ratePerCpu === null || own.ratePerCpu === null ? null : own.ratePerCpu / bare.ratePerCpu;
  return { bare: bare.rate, service: own.rate, cpuRatio };
}
