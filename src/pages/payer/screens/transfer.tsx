import { lagosTime, minutesAndSeconds, naira, plainNaira, type PageView } from '../page-view.js';
import type { ScreenOf } from '../screen.js';
import { Face } from './face.js';
import { Received } from './received.js';
import { dialled } from '../ussd.js';
import { SumTitle } from './sum.js';

type View = PageView<ScreenOf<'transfer'>>;

/** Shows the account to send to. Once the payer says that the money was sent, shows that we wait for it. */
export function Transfer(view: View) {
  const { t, sent, screen, cardPageUrl } = view;
  const { dueMinor, receivedMinor } = screen;
  const due = naira(dueMinor);
  const isShort = receivedMinor > 0n;
  if (sent) return <Waiting {...view} />;
  const received = naira(receivedMinor);
  const expected = naira(screen.expectedMinor);
  return (
    <>
      <SumTitle
        text={isShort ? t('shortTitle', { due }) : t('transferTitle', { amount: due })}
        sum={due}
      />
      {isShort && <Received receivedMinor={receivedMinor} dueMinor={dueMinor} />}
      <p>{isShort ? t('shortSame', { received, expected, due }) : t('transferHow')}</p>
      <Account {...view} />
      <Clock {...view} />
      <Ussd {...view} />
      <a class="go" href={`?sent=${receivedMinor}`}>
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

function Account({ t, screen }: View) {
  const { accountNumber, dueMinor } = screen;
  const rows = [
    { name: t('accountNumber'), text: accountNumber, copies: accountNumber },
    { name: t('amount'), text: naira(dueMinor), copies: plainNaira(dueMinor) },
    { name: t('bank'), text: screen.bankName },
    { name: t('accountName'), text: screen.accountName, why: t('nameWhy') },
  ];
  return (
    <dl class="account">
      {rows.map(({ name, text, copies, why }) => (
        <div class={copies === accountNumber ? 'number' : undefined}>
          <dt>{name}</dt>
          <dd>
            <span>
              {text}
              {why !== undefined && <small> {why}</small>}
            </span>
            {copies !== undefined && <Copy t={t} name={name} text={copies} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CopyProps extends Pick<PageView, 't'> {
  readonly name: string;
  readonly text: string;
}

/** A button that copies a text. It is shown only where scripts run. */
function Copy({ t, name, text }: CopyProps) {
  return (
    <button
      type="button"
      class="copy other"
      data-copy={text}
      data-copied={t('copied')}
      aria-label={`${t('copy')}: ${name}`}
    >
      {t('copy')}
    </button>
  );
}

/** The clock looks urgent only in the last two minutes. */
const urgentSeconds = 120;

function Clock({ t, screen: { startedAt, endsAt }, secondsLeft }: View) {
  const seconds = Math.max(1, Math.round((endsAt.getTime() - startedAt.getTime()) / 1_000));
  return (
    <div class={secondsLeft <= urgentSeconds ? 'clock urgent' : 'clock'}>
      <progress max={seconds} value={secondsLeft} aria-label={t('timeLeft')} />
      <p>
        <small>
          {t('payBefore')}{' '}
          <time dateTime={endsAt.toISOString()}>{t('lagosTime', { time: lagosTime(endsAt) })}</time>
        </small>
        <b data-left={secondsLeft}>{minutesAndSeconds(secondsLeft)}</b>
      </p>
    </div>
  );
}

/** Offers USSD for a phone without data: a press dials, and the payer sees the code that is dialled. */
function Ussd({ t, ussdBanks, screen: { dueMinor, accountNumber } }: View) {
  const lines = ussdBanks.flatMap(({ bank, string }) => {
    const code = dialled(string, dueMinor, accountNumber);
    return code === undefined ? [] : [{ bank, code }];
  });
  if (lines.length === 0) return null;
  return (
    <details class="hand ussd">
      <summary>{t('byUssd')}</summary>
      <p class="hint">{t('byUssdHow')}</p>
      <ul class="lines">
        {lines.map(({ bank, code }) => (
          <li>
            <span>{bank}</span> <a href={`tel:${code.replace('#', '%23')}`}>{code}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Waiting({ t, path, screen, paymentReference: reference }: View) {
  return (
    <>
      <div class="state">
        <Face of="clock" tone="calm" />
        <h1 tabIndex={-1}>{t('sentTitle')}</h1>
        <p class="wait" aria-hidden="true">
          <i />
        </p>
        {/* A script shows only the text for the time that has passed. Without a script all texts are shown. */}
        <p data-after="0">{t('sentHow')}</p>
        <p data-after="180">{t('sentSlow')}</p>
        <p data-after="600">{t('sentLate', { reference })}</p>
        <p>{t('sentKeep')}</p>
      </div>
      <dl class="account">
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
