// Loaded into a server by tests: on SIGUSR2 it prints the most CPU time, in milliseconds, that its main thread spent between two
// turns of the event loop since the last time. Time that other processes take from this one is not part of it.
let last = process.threadCpuUsage();
let longest = 0;

setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
}, 1).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`longest task: ${longest.toFixed(1)} ms\n`);
  longest = 0;
});
