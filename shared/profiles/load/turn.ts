/** Lets what waits for this thread come first: what takes long asks for it now and then. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
