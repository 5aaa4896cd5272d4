// Loaded into a server by tests: on SIGUSR2 it prints the most CPU time, in milliseconds, that its main thread spent between two
// turns of the event loop since the last time, and the 99th percentile of all turns. Time that other processes take from this one
// is not part of it.
let last = process.threadCpuUsage();
let turns = [];

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  turns.push((user + system) / 1000);
}, 1).unref();

process.on('SIGUSR2', () => {
  const sorted = turns.sort((a, b) => a - b);
  const [longest = 0, p99 = 0] = [sorted.at(-1), sorted[Math.floor(sorted.length * 0.99)]];
  process.stdout.write(`longest task: ${longest.toFixed(1)} ms, p99: ${p99.toFixed(1)} ms\n`);
  turns = [];
});
