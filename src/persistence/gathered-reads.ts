import DataLoader from 'dataloader';

/**
 * A read of one thing made of a read of many: those asked for in one turn of the event loop share a statement, because most
 * of what a small read costs is its beginning and its end. Each begins after it was asked for, and is kept for nobody else.
 *
 * @param readAll answers in the order of the keys; undefined for what is not there
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
