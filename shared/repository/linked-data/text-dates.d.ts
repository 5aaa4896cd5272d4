/** The runtime reads texts in forms of its own, and in the zone of the server: `parseTime` reads those of other systems. */
interface DateConstructor {
  new (text: string): 'parseTime reads texts (shared/repository/linked-data/time.ts)';
}
