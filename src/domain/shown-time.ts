/** RFC 3339 in UTC with milliseconds: a page has a hundred times, and nothing is reckoned with them. */
export type ShownTime = string;
