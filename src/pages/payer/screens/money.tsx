import { moneySentences } from '../money-words.js';
import type { PageView } from '../page-view.js';

/** Tells the payer about money that did not fit: the part that goes back, the time, and the account it goes to. */
export function Money({ t, lines }: PageView) {
  if (lines.length === 0) return null;
  return (
    <section class="note money">
      <h2>{t('yourMoney')}</h2>
      <ul>
        {lines.map((line) => (
          <li>{moneySentences(line, t).join(' ')}</li>
        ))}
      </ul>
    </section>
  );
}
