/**
 * The script that a shop loads to show the page in a dialog: `<button data-manilla="{checkoutUrl}">`, or
 * `Manilla.openCheckout(checkoutUrl)`. If the page cannot be shown in a frame, the customer is sent to the page itself.
 */
(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  const { origin } = new URL(script?.src ?? location.href);
  /** The time in which the page must report that it is shown; a frame that was refused reports nothing. */
  const patienceMs = 8000;

  const draw = (checkoutUrl: string) => {
    const dialog = document.createElement('dialog');
    const frame = document.createElement('iframe');
    const close = document.createElement('button');
    frame.src = checkoutUrl;
    frame.title = 'Payment';
    frame.allow = 'clipboard-write';
    close.type = 'button';
    close.textContent = '×';
    close.setAttribute('aria-label', 'Close');
    // On a phone the page fills the screen. On a desktop the dialog has the page's own colour, so no other colour shows
    // at its edge.
    const isSmall = innerWidth < 480;
    Object.assign(dialog.style, {
      padding: '0',
      border: '0',
      width: isSmall ? '100vw' : '420px',
      maxWidth: '100vw',
      height: isSmall ? '100%' : 'min(46rem, 94vh)',
      maxHeight: '100vh',
      overflow: 'hidden',
      borderRadius: isSmall ? '0' : '16px',
      background: 'Canvas',
      colorScheme: 'light dark',
    });
    Object.assign(frame.style, { display: 'block', border: '0', width: '100%', height: '100%' });
    // The cross is on a disc of the page's colour, so that it is visible on anything below it. The ring around the disc
    // is clickable too.
    Object.assign(close.style, {
      position: 'absolute',
      top: '8px',
      right: '8px',
      width: '44px',
      height: '44px',
      padding: '6px',
      border: '0',
      borderRadius: '50%',
      background: 'Canvas content-box',
      color: 'CanvasText',
      font: '24px/32px sans-serif',
      cursor: 'pointer',
    });
    dialog.append(frame, close);
    return { dialog, frame, close };
  };

  const openCheckout = (checkoutUrl: string, onState?: (state: string) => void): void => {
    if (new URL(checkoutUrl).origin !== origin) throw new Error('checkoutUrl is not of Manilla');
    const go = (): void => location.assign(checkoutUrl);
    if (typeof HTMLDialogElement === 'undefined') return go();
    const { dialog, frame, close } = draw(checkoutUrl);
    let isShown = false;
    const hear = ({ origin: from, source, data }: MessageEvent): void => {
      const state = (data as { manilla?: unknown } | null)?.manilla;
      if (from !== origin || source !== frame.contentWindow || typeof state !== 'string') return;
      isShown = true;
      if (onState !== undefined) onState(state);
      document.dispatchEvent(new CustomEvent('manilla', { detail: { checkoutUrl, state } }));
    };
    const timer = setTimeout(() => {
      if (!isShown) go();
    }, patienceMs);
    addEventListener('message', hear);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  };

  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-manilla]');
    if (button === null) return;
    event.preventDefault();
    openCheckout(button.dataset['manilla'] ?? '');
  });
  Object.assign(globalThis, { Manilla: { openCheckout } });
})();
