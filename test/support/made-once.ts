/**
 * Makes it for the first who asks, by what that one gives, and returns it to all others. What could not be made is made anew for
 * the next who asks.
 */
export function madeOnce<Given extends unknown[], Made>(
  make: (...given: Given) => Promise<Made>,
): (...given: Given) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (...given) =>
    (made ??= make(...given).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
