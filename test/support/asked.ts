import { type Dispatcher, request } from 'undici';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** As fetch, for a third of its processor time; follows no redirect. */
export async function asking(
  url: string,
  options: Parameters<typeof request>[1] & { readonly method?: Dispatcher.HttpMethod } = {},
): Promise<Answered> {
  const { statusCode, headers, body } = await request(url, options);
  const told = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) told.append(name, each);
  }
  return { status: statusCode, headers: told, text: await body.text() };
}
