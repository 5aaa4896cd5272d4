/**
 * Options of Java for engines that live for minutes, on cores that the tests need: without its second compiler, whose work was a third of
 * the CPU time of the contract tests on OpenSearch and pays for itself under longer load only.
 */
export const BRIEF_LIFE: readonly string[] = ['-XX:TieredStopAtLevel=1'];
