import type { Shop } from './shop.js';

/** Files the words of all orders and payments, as a worker does. Returns how many were filed. */
export async function fileAll({ pool }: Pick<Shop, 'pool'>): Promise<number> {
  let all = 0;
  for (;;) {
    const { rows } = await pool.query<{ filed: number }>('select file_words(250) as filed');
    const filed = rows[0]?.filed ?? 0;
    if (filed === 0) return all;
    all += filed;
  }
}
