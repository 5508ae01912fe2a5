import type { PageView } from '../page-view.js';

/** Shows the link to the shop: the cancel link while the payment is open, the return link after it has ended. */
export function Leave({ t, screen, redirectUrl, cancelUrl, returnAfterSeconds }: PageView) {
  const { kind } = screen;
  if (kind === 'choose' || kind === 'transfer') {
    return cancelUrl === null ? null : (
      <p class="hint">
        <a href={cancelUrl} target="_top">
          {t('leave')}
        </a>
      </p>
    );
  }
  if (kind !== 'paid' && kind !== 'ended') return null;
  const mayBeginAgain = kind === 'ended' && cancelUrl !== null;
  return (
    <>
      {mayBeginAgain && (
        <a class="go" href={cancelUrl} target="_top">
          {t('beginAgain')}
        </a>
      )}
      {redirectUrl !== null && (
        <a class={mayBeginAgain ? 'back go other' : 'back go'} href={redirectUrl} target="_top">
          {t('backToShop')}
        </a>
      )}
      {redirectUrl !== null && returnAfterSeconds !== null && (
        <div class="returns" data-return={returnAfterSeconds} hidden>
          <progress
            max={returnAfterSeconds}
            value={returnAfterSeconds}
            aria-label={t('returning')}
          />
          <p>
            <small>
              {t('returning')} <b>{returnAfterSeconds}</b>
            </small>
            <button type="button" class="other" data-stay>
              {t('stay')}
            </button>
          </p>
        </div>
      )}
    </>
  );
}
