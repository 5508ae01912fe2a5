/** The API as programs on the same machine reach it, however it is reached from outside. */
export function ownAddress(listens: string, port: number): string {
  const host = listens === '0.0.0.0' || listens === '::' ? '127.0.0.1' : listens;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
