import pg from 'pg';
import { expect, it } from 'vitest';
import { postgresUrl } from '../../../../scripts/stack/postgres.ts';

const hostOf = (dataDir: string): string => {
  const url = postgresUrl({ dataDir, port: 54_329, password: 'p' }, 'manilla');
  const client = new pg.Client({ connectionString: url });
  expect(client).toMatchObject({ port: 54_329, database: 'manilla', user: 'manilla' });
  return client.host;
};

it('reaches the database by the socket among its data', () => {
  expect(hostOf('/home/ada/my projects/manilla/.manilla/postgres')).toBe(
    '/home/ada/my projects/manilla/.manilla/postgres',
  );
});

it('goes by TCP where the path does not do for a socket', () => {
  expect(hostOf(`/home/${'deep/'.repeat(20)}postgres`)).toBe('127.0.0.1');
  expect(hostOf('/home/ada/a,b/postgres')).toBe('127.0.0.1');
  expect(hostOf('C:\\manilla\\postgres')).toBe('127.0.0.1');
});
