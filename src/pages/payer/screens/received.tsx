import { naira } from '../page-view.js';

interface Props {
  readonly receivedMinor: bigint;
  readonly dueMinor: bigint;
}

/** The share of an order that is paid already. */
export function Received({ receivedMinor, dueMinor }: Props) {
  const expectedMinor = receivedMinor + dueMinor;
  return (
    <progress
      max={String(expectedMinor)}
      value={String(receivedMinor)}
      aria-label={`${naira(receivedMinor)} / ${naira(expectedMinor)}`}
    />
  );
}
