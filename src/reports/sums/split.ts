/** The ways to split sums. Days and hours are Lagos time. */
export const splits = ['day', 'hour', 'channel', 'provider', 'status'] as const;
export type Split = (typeof splits)[number];
export const defaultSplit: Split = 'day';
