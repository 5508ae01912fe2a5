/** The address at which programs on the same machine reach the API, whatever its public address is. */
export function ownAddress(listens: string, port: number): string {
  const host = listens === '0.0.0.0' || listens === '::' ? '127.0.0.1' : listens;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
