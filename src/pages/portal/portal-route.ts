import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { Actor } from '../../domain/actor.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantRight } from '../../people/rights.js';
import { type FormBody, refusalText } from '../parts/forms.js';
import type { Place } from './portal-page.js';
import type { PortalViewer } from './portal-viewer.js';

/** A request of somebody who is signed in and has the right that the route asks for. */
export interface PortalCall {
  readonly viewer: PortalViewer;
  /** The person, as the audit shows who has changed something. */
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The fields of the form; empty for a page. */
  readonly body: FormBody;
  readonly request: FastifyRequest;
  /** The reply, for what an answer cannot say, such as another cookie. */
  readonly reply: FastifyReply;
}

/** A page within the frame of the portal. */
export interface ShownPage {
  readonly title: string;
  /** The place in the navigation. */
  readonly here?: Place;
  readonly children: ComponentChildren;
  /** 200 unless the page shows why something was refused. */
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
 * A page or a form of the portal. All that the portal answers to people who are signed in stands in a table of these
 * (portal-routes.ts), and rights are asked for there and nowhere else.
 */
export interface PortalRoute {
  readonly method: 'GET' | 'POST';
  /** The path in Fastify's form: `/payments/:reference`. */
  readonly path: string;
  /** `self`: everybody who is signed in, about the own person. */
  readonly right: MerchantRight | 'self';
  /** The person must have proven in the last minutes that it is the person. */
  readonly fresh?: boolean;
  /** A form that a suspended merchant's people may send; pages they may always see. */
  readonly whileSuspended?: boolean;
  /** An ApiError that is thrown is shown with its words and its status. */
  handler(call: PortalCall): Promise<PortalAnswer> | PortalAnswer;
}

/** Does what a form asks for; a refusal is shown on the page that the form stood on. What is not there has no such page. */
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
