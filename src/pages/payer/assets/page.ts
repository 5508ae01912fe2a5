/**
 * The page's only script: copies, counts down, and shows the server's changes. The script knows nothing of payments:
 * the server draws each state, here as in the first reply. Phones of 2018 can run it.
 */
(() => {
  const main = document.getElementById('page');
  const said = document.getElementById('said');
  if (main === null) return;
  document.documentElement.classList.add('js');
  if (window.parent !== window) document.documentElement.classList.add('framed');

  const say = (text: string): void => {
    if (said === null) return;
    said.textContent = '';
    // The text is set a moment later; otherwise a screen reader does not notice that the same text was said again.
    setTimeout(() => (said.textContent = text), 50);
  };

  // A frame may have no access to the clipboard. Then the text is copied in the old way, which needs a selection.
  const copyBySelection = (text: string): boolean => {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'apart';
    document.body.appendChild(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  };
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text);
    }
  };

  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-copy]');
    if (button === null) return;
    const { copy: text = '', copied = '' } = button.dataset;
    void copy(text).then((done) => {
      if (!done) return;
      const before = button.textContent;
      if (before === copied) return;
      button.textContent = copied;
      say(`${copied}: ${text}`);
      setTimeout(() => (button.textContent = before), 2000);
      button.focus();
    });
  });

  // A form is sent only once, however often its button is pressed.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset['sent'] !== undefined) event.preventDefault();
    form.dataset['sent'] = '';
  });

  // The countdown uses the time since the server sent the seconds left, so a wrong clock of the phone does not matter.
  let endsAt = 0;
  const startClock = (): void => {
    const left = document.querySelector<HTMLElement>('[data-left]');
    endsAt = left === null ? 0 : performance.now() + Number(left.dataset['left']) * 1000;
  };
  const showClock = (): void => {
    const left = document.querySelector<HTMLElement>('[data-left]');
    if (left === null) return;
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const rest = String(seconds % 60);
    const clock = left.closest('.clock');
    const bar = clock?.querySelector('progress');
    if (bar) bar.value = seconds;
    // The server draws the same thing (screens/transfer.tsx).
    if (seconds <= 120 && clock !== null && !clock.classList.contains('urgent')) {
      clock.classList.add('urgent');
      say(`${bar?.getAttribute('aria-label') ?? ''} 2:00`);
    }
    left.textContent = `${Math.floor(seconds / 60)}:${rest.length < 2 ? '0' : ''}${rest}`;
  };
  // A browser that keeps no data of sites refuses its storage. Then the script remembers until the page is left.
  const memory: Record<string, string> = {};
  const recall = (key: string): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return memory[key] ?? null;
    }
  };
  /** Returns whether the browser still knows it when the payer comes back to the page. */
  const keep = (key: string, value: string): boolean => {
    try {
      sessionStorage.setItem(key, value);
      return true;
    } catch {
      memory[key] = value;
      return false;
    }
  };

  // The words depend on the time since the payer said that the money was sent.
  const showPatience = (): void => {
    const words = document.querySelectorAll<HTMLElement>('[data-after]');
    if (words.length === 0) return;
    const key = `sent ${location.pathname}${location.search}`;
    const since = Number(recall(key) ?? Date.now());
    keep(key, String(since));
    let now: HTMLElement | undefined;
    words.forEach((each) => {
      if (Date.now() - since >= Number(each.dataset['after']) * 1000) now = each;
    });
    words.forEach((each) => each.classList.toggle('now', each === now));
  };

  // Each state is sent to the shop that shows the page in a frame; nobody else can hear it. When several shops may show
  // the page, the browser names the one that does. A browser that does not gets a message for each: it delivers the one
  // for that shop, and only logs the others.
  const shops = (main.dataset['parent'] ?? '').split(' ').filter(Boolean);
  const framedBy = location.ancestorOrigins?.[0] ?? '';
  const listeners = shops.indexOf(framedBy) < 0 ? shops : [framedBy];
  const tell = (): void => {
    if (window.parent === window) return;
    const message = { manilla: main.dataset['state'] };
    listeners.forEach((shop) => window.parent.postMessage(message, shop));
  };

  // Goes back to the shop by itself, once, unless the payer stays. In a frame, the shop receives the end as a message
  // and decides itself.
  let returning: ReturnType<typeof setInterval> | undefined;
  const stopReturning = (): void => clearInterval(returning);
  const startReturning = (): void => {
    stopReturning();
    const box = document.querySelector<HTMLElement>('[data-return]');
    const link = document.querySelector<HTMLAnchorElement>('a.back');
    const once = `back ${location.pathname}`;
    if (box === null || link === null || window.parent !== window) return;
    if (recall(once) !== null) return;
    box.hidden = false;
    const total = Number(box.dataset['return']);
    const goesAt = performance.now() + total * 1000;
    returning = setInterval(() => {
      const rest = Math.max(0, (goesAt - performance.now()) / 1000);
      const [bar, count] = [box.querySelector('progress'), box.querySelector('b')];
      if (bar !== null) bar.value = rest;
      if (count !== null) count.textContent = String(Math.ceil(rest));
      if (rest > 0) return;
      stopReturning();
      keep(once, '1');
      location.assign(link.href);
    }, 100);
  };
  document.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-stay]') === null) return;
    stopReturning();
    const box = document.querySelector<HTMLElement>('[data-return]');
    if (box !== null) box.hidden = true;
    document.querySelector<HTMLElement>('a.back')?.focus();
  });

  const show = (html: string, state = ''): void => {
    const hadFocus = main.contains(document.activeElement);
    main.innerHTML = html;
    main.dataset['state'] = state;
    tell();
    startClock();
    showPatience();
    startReturning();
    goToBank();
    const title = main.querySelector('h1');
    if (hadFocus && title !== null) title.focus();
    say(title?.textContent ?? '');
  };

  // Opens the page of the card's bank, in the tab in which the payer has just confirmed the card, and once for each
  // charge. A browser that would forget it leads there by the link alone, so that the payer can come back.
  const goToBank = (): void => {
    const link = main.querySelector<HTMLAnchorElement>('a[data-go]');
    if (link === null || window.parent !== window || location.search.indexOf('go=bank') < 0) return;
    if (recall(link.href) === null && keep(link.href, '1')) location.assign(link.href);
  };

  const path = main.dataset['events'];
  let stream: EventSource | undefined;
  let isOver = false;
  // The stream sends a sign of life every 15 seconds; two of them fit into this time.
  const silenceMs = 40000;
  let heardAt = performance.now();
  const hear = (): void => {
    heardAt = performance.now();
  };
  const listen = (): void => {
    if (path === undefined) return;
    if (stream !== undefined) stream.close();
    const separator = path.indexOf('?') < 0 ? '?' : '&';
    stream = new EventSource(`${path}${separator}seen=${main.dataset['key'] ?? ''}`);
    stream.addEventListener('beat', hear);
    stream.addEventListener('page', (event) => {
      hear();
      main.dataset['key'] = event.lastEventId;
      const { html, state } = JSON.parse(event.data as string) as { html: string; state: string };
      show(html, state);
    });
    stream.addEventListener('end', () => {
      isOver = true;
      stream?.close();
    });
    stream.onerror = () => {
      // The browser connects again by itself, unless it was refused.
      if (stream?.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
    };
  };

  // The page asks for its state when the stream is silent: some proxies hold a stream back, and a phone that slept has
  // lost its connection.
  const ask = async (): Promise<void> => {
    hear();
    try {
      const reply = await fetch(location.href);
      const other = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const next = other.getElementById('page');
      if (!reply.ok || next === null || next.dataset['key'] === main.dataset['key']) return;
      main.dataset['key'] = next.dataset['key'] ?? '';
      isOver = next.dataset['events'] === undefined;
      show(next.innerHTML, next.dataset['state']);
    } catch {
      // Without a network, the next round asks again.
    }
  };
  setInterval(() => {
    if (path !== undefined && !isOver && performance.now() - heardAt > silenceMs) void ask();
  }, 5000);

  listen();
  tell();
  startClock();
  showPatience();
  startReturning();
  goToBank();
  setInterval(() => {
    showClock();
    showPatience();
  }, 1000);

  // A page from the browser's history shows an old state, so it is loaded again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
})();
