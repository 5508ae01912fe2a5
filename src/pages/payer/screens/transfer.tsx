import { lagosTime, minutesAndSeconds, naira, plainNaira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';

type View = PageView<ScreenOf<'transfer'>>;

/** The account to send to, or, once the payer has sent, that we wait for it. */
export function Transfer(view: View) {
  const { t, sent, screen, cardPageUrl } = view;
  const due = naira(screen.dueMinor);
  const isShort = screen.receivedMinor > 0n;
  if (sent) return <Waiting {...view} />;
  const received = naira(screen.receivedMinor);
  const expected = naira(screen.expectedMinor);
  return (
    <>
      <h1 tabIndex={-1}>
        {isShort ? t('shortTitle', { due }) : t('transferTitle', { amount: due })}
      </h1>
      <p>{isShort ? t('shortSame', { received, expected, due }) : t('transferHow')}</p>
      <Account {...view} />
      <a class="go" href={`?sent=${screen.receivedMinor}`}>
        {t('iHaveSent')}
      </a>
      {screen.cardMinor !== null && cardPageUrl !== undefined && (
        <p class="hint">
          <a href={cardPageUrl} target="_top">
            {t('byCard')}
          </a>
        </p>
      )}
    </>
  );
}

function Account({ t, screen, secondsLeft }: View) {
  const rows = [
    { name: t('accountNumber'), text: screen.accountNumber, copies: screen.accountNumber },
    { name: t('bank'), text: screen.bankName },
    { name: t('accountName'), text: screen.accountName },
    { name: t('amount'), text: naira(screen.dueMinor), copies: plainNaira(screen.dueMinor) },
  ];
  return (
    <dl>
      {rows.map(({ name, text, copies }) => (
        <div class={copies === screen.accountNumber ? 'number' : undefined}>
          <dt>{name}</dt>
          <dd>
            <span>{text}</span>
            {copies !== undefined && (
              <button
                type="button"
                class="copy"
                data-copy={copies}
                data-copied={t('copied')}
                aria-label={`${t('copy')}: ${name}`}
              >
                {t('copy')}
              </button>
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('payBefore')}</dt>
        <dd>
          <span>
            <time dateTime={screen.endsAt.toISOString()}>
              {t('lagosTime', { time: lagosTime(screen.endsAt) })}
            </time>{' '}
            <small>
              {t('timeLeft')} <b data-left={secondsLeft}>{minutesAndSeconds(secondsLeft)}</b>
            </small>
          </span>
        </dd>
      </div>
    </dl>
  );
}

function Waiting({ t, path, screen }: View) {
  return (
    <>
      <h1 tabIndex={-1}>{t('sentTitle')}</h1>
      <p class="wait" aria-hidden="true">
        <i />
      </p>
      <p>{t('sentHow')}</p>
      <p>{t('sentKeep')}</p>
      <dl>
        <div>
          <dt>{t('amount')}</dt>
          <dd>{naira(screen.dueMinor)}</dd>
        </div>
        <div>
          <dt>{t('accountNumber')}</dt>
          <dd>{screen.accountNumber}</dd>
        </div>
      </dl>
      <a class="go other" href={path}>
        {t('showAccount')}
      </a>
    </>
  );
}
