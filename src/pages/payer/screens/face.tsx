/**
 * The pictures of the page's states, as lines in the text's colour. Screen readers ignore them, because the title says
 * the same.
 */
const pictures = {
  done: 'M12 25l8 8 16-18',
  back: 'M20 14l-9 9 9 9M11 23h17a9 9 0 0 1 0 18h-4',
  clock: 'M24 13v11l8 5',
  sand: 'M15 11h18M15 37h18M17 11c0 8 14 9 14 13s-14 5-14 13M31 11c0 8-14 9-14 13s14 5 14 13',
  cross: 'M16 16l16 16M32 16L16 32',
  card: 'M10 16h28v18H10zM10 22h28M15 29h6',
  shield: 'M24 10l12 4v9c0 8-5 13-12 16-7-3-12-8-12-16v-9zM18 24l5 5 8-9',
  ask: 'M18 19a6 6 0 1 1 8 6c-2 1-2 2-2 4M24 35v.5',
  part: 'M24 12a12 12 0 1 1-12 12M24 12v12H12',
  down: 'M24 12v18M16 23l8 8 8-8M13 37h22',
} as const;

export interface FaceProps {
  readonly of: keyof typeof pictures;
  /**
   * good: money has arrived; calm: all goes as it should; warn: the payer has something to do; bad: the payment cannot
   * go on.
   */
  readonly tone: 'good' | 'calm' | 'warn' | 'bad' | 'over';
}

/** Draws the picture of a state in a circle, in the state's colour. */
export function Face({ of, tone }: FaceProps) {
  return (
    <svg class={`face ${tone}`} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="23" />
      <path d={pictures[of]} />
    </svg>
  );
}

/** Draws a lock, for pages that are encrypted. */
export function Lock() {
  return (
    <svg class="lock" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
    </svg>
  );
}
