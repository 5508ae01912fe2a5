import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Actor } from '../../domain/actor.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantRight } from '../../people/rights.js';
import { type FormBody, refusalText } from '../parts/forms.js';
import type { Place } from './portal-page.js';
import type { PortalViewer } from './portal-viewer.js';

/** A request of a signed-in person who has the right that the route requires. */
export interface PortalCall {
  readonly viewer: PortalViewer;
  /** The person, as the audit records who has changed something. */
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The fields of the form; empty for a page. */
  readonly body: FormBody;
  readonly request: FastifyRequest;
  /** The raw reply, for things that an answer cannot express, such as another cookie. */
  readonly reply: FastifyReply;
}

/** A page within the frame of the portal. */
export interface ShownPage {
  readonly title: string;
  /** The page's place in the navigation. */
  readonly here?: Place;
  readonly children: ComponentChildren;
  /** The HTTP status; 200 when it is left out. A page that shows a refusal sets it. */
  readonly status?: number;
}

/** A file that the browser saves. */
export interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer | NodeJS.ReadableStream;
}

/** The answer of a route: a page, the address that the browser goes on to (303), or a file. */
export type PortalAnswer =
  | { readonly page: ShownPage }
  | { readonly to: string }
  /** An answer for the portal's own script. */
  | { readonly json: string }
  | { readonly file: SavedFile };

/**
 * A page or a form of the portal. Everything that the portal answers to signed-in people is in one table of these
 * (portal-routes.ts), and rights are checked there and nowhere else.
 */
export interface PortalRoute {
  readonly method: 'GET' | 'POST';
  /** The path in Fastify's form: `/payments/:reference`. */
  readonly path: string;
  /** The right that the person needs. `self`: any signed-in person, for their own account. */
  readonly right: MerchantRight | 'self';
  /** Whether the person must have confirmed the identity in the last minutes. */
  readonly fresh?: boolean;
  /** Whether a suspended merchant's people may send this form. They may always see pages. */
  readonly whileSuspended?: boolean;
  /** If an ApiError is thrown, the page shows its words and has its status. */
  handler(call: PortalCall): Promise<PortalAnswer> | PortalAnswer;
}

/**
 * Carries out a form. A refusal is shown on the form's page, except when something does not exist, because then there
 * is no such page.
 */
export async function orShown(
  show: (fault: string, status: number) => Promise<PortalAnswer> | PortalAnswer,
  act: () => Promise<PortalAnswer>,
): Promise<PortalAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason === 'RESOURCE_NOT_FOUND') throw error;
    return show(refusalText(error), resultCodes[error.reason].httpStatus);
  }
}
