import DataLoader from 'dataloader';

/**
 * Combines reads that arrive in one turn of the event loop into one SQL statement, because a small read costs little more
 * than its round trip. Results are not cached.
 *
 * @param readAll returns the values in the order of the keys; undefined for a key without a value
 */
export function gathered<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (key: Key) => Promise<Value | undefined> {
  const asked = new DataLoader(readAll, {
    cache: false,
    maxBatchSize: 50,
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (key) => asked.load(key);
}
