import { naira, type PageView } from '../page-view.js';
import type { Decline, ScreenOf } from '../screen.js';
import type { TextKey } from '../texts.js';
import { AfterTheEnd } from './after-the-end.js';
import { SumTitle } from './sum.js';
import { Received } from './received.js';

const declineTexts = {
  FUNDS: 'declineFunds',
  EXPIRED_CARD: 'declineExpired',
  PIN: 'declinePin',
  OTHER: 'declineOther',
  NOT_CONFIRMED: 'declineNotConfirmed',
} as const satisfies Record<Decline, TextKey>;

/** The text about a charge that was given up and is approved after all. */
const afterGivingUp = {
  REFUND: 'givenUpBack',
  KEEP_AS_CREDIT: 'givenUpKept',
} as const satisfies Record<PageView['duplicatePolicy'], TextKey>;

/** Asks the payer how to pay. An account is made only when the payer asks for it, because its time begins then. */
export function Choose(view: PageView<ScreenOf<'choose'>>) {
  const { t, path, screen, cardPageUrl, cardSchemes, duplicatePolicy } = view;
  const { dueMinor, receivedMinor, endedAccount, decline } = screen;
  const [due, received] = [naira(dueMinor), naira(receivedMinor)];
  const isShort = receivedMinor > 0n;
  return (
    <>
      <SumTitle
        text={isShort ? t('shortTitle', { due }) : t('chooseTitle', { amount: due })}
        sum={due}
      />
      {isShort && <Received receivedMinor={receivedMinor} dueMinor={dueMinor} />}
      {isShort && <p>{t('shortNew', { received, due })}</p>}
      {decline !== null && (
        <p class="note">
          <strong class="bad">{t(declineTexts[decline])}</strong>
          {decline === 'NOT_CONFIRMED' && ` ${t(afterGivingUp[duplicatePolicy])}`}
        </p>
      )}
      {endedAccount !== null && <AfterTheEnd view={view} account={endedAccount} />}
      {screen.byTransfer && (
        <form method="post" action={`${path}/transfer`}>
          <button class="go">{t(endedAccount === null ? 'byTransfer' : 'newAccount')}</button>
          <p class="hint">{t('byTransferHint')}</p>
        </form>
      )}
      {screen.cardMinor !== null && cardPageUrl !== undefined && (
        <div>
          <a class={screen.byTransfer ? 'go other' : 'go'} href={cardPageUrl} target="_top">
            {t('byCard')}
          </a>
          <p class="hint">
            {t('byCardHint', { amount: naira(screen.cardMinor) })} {cardSchemes.join(', ')}
          </p>
        </div>
      )}
    </>
  );
}
