/**
 * A time in RFC 3339, UTC, with milliseconds. It is a text, because a page has a hundred times and nothing is calculated
 * with them.
 */
export type ShownTime = string;
