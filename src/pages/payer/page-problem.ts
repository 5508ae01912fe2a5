import type { TextKey } from './texts.js';

/** The contents of a page that only shows a message. */
export interface Message {
  readonly title: TextKey;
  readonly how: TextKey;
  readonly canLoadAgain: boolean;
}

/** The problems that are shown to a payer in place of the page. */
export const pageProblems = {
  notFound: {
    status: 404,
    message: { title: 'notFoundTitle', how: 'notFoundHow', canLoadAgain: false },
  },
  gone: { status: 410, message: { title: 'goneTitle', how: 'goneHow', canLoadAgain: false } },
  refused: {
    status: 400,
    message: { title: 'errorTitle', how: 'errorHow', canLoadAgain: true },
  },
  /** The bank takes long to make the account number. */
  opening: {
    status: 202,
    message: { title: 'openingTitle', how: 'openingHow', canLoadAgain: true },
  },
  busy: { status: 503, message: { title: 'busyTitle', how: 'busyHow', canLoadAgain: true } },
  tooOften: { status: 429, message: { title: 'busyTitle', how: 'busyHow', canLoadAgain: true } },
  /** The payer has to wait for longer than a minute. */
  tooOftenForLong: {
    status: 429,
    message: { title: 'tooOftenTitle', how: 'tooOftenHow', canLoadAgain: false },
  },
  unavailable: {
    status: 503,
    message: { title: 'unavailableTitle', how: 'unavailableHow', canLoadAgain: true },
  },
  fault: { status: 500, message: { title: 'errorTitle', how: 'errorHow', canLoadAgain: true } },
} as const satisfies Record<string, { readonly status: number; readonly message: Message }>;

export type PageProblemKind = keyof typeof pageProblems;

/** Thrown when the reply is not a screen of a checkout. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem';

  constructor(readonly kind: PageProblemKind) {
    super(kind);
  }
}
