import { z } from 'zod';

/** What the formats of the documents ask of a value, for ajv. A size of a number asks nothing that JSON could break. */
export const formats = {
  'date-time': z.regexes.datetime({}),
  date: z.regexes.date,
  uri: (text: string) => URL.canParse(text),
  email: z.regexes.email,
  int32: true,
  int64: true,
} as const;
