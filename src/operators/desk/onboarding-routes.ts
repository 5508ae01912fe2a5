import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../domain/ids.js';
import { ApiError } from '../../http/api-error.js';
import { whoseNumbers } from '../../providers/registry.js';
import { ReasonRequest } from '../cases/case-requests.dto.js';
import { CreateMerchantRequest } from '../merchants/merchant-requests.dto.js';
import { invalid } from '../merchants/merchants.service.js';
import { FeePlanRequest, NumberPrefixRequest } from '../merchants/terms.dto.js';
import { contactsIn } from './actions/contact-fields.js';
import { nairaTyped } from './actions/naira-field.js';
import { onboardingPath } from './actions/onboarding-actions.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, readForm, refuse, textOf } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { needs } from './page-guard.js';
import { newMerchantDocument, onboardingDocument } from './pages/onboarding.js';
import { termsDocument } from './pages/terms.js';

type Posted = { Body: FormBody | null };

/**
 * The pages of a new shop: its names, then its checklist with the steps that are left, and the installation's fee plans
 * and prefixes.
 */
export function addOnboardingPages(room: FastifyInstance, desk: DeskRoom): void {
  addNewMerchant(room, desk);
  addTerms(room, desk);
  room.get<{ Params: { id: string } }>(
    '/merchants/:id/onboarding',
    needs('merchants:read'),
    async (request, reply) => {
      const { id } = request.params;
      if (!isId('mch', id)) throw new ApiError('RESOURCE_NOT_FOUND');
      const merchant = await desk.ports.merchants.find(id);
      return desk.html(reply, onboardingDocument(desk.frame(request), merchant));
    },
  );
}

function addNewMerchant(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  const show = (request: FastifyRequest, reply: FastifyReply, fault: string | null) => {
    const typed = (field: string) => textOf(request.body as FormBody | null, field);
    return html(reply, newMerchantDocument(frame(request), typed, fault));
  };
  room.get('/merchants/new', needs('merchants:write'), (request, reply) =>
    show(request, reply, null),
  );
  room.post<Posted>('/merchants/new', needs('merchants:write'), async (request, reply) => {
    const text = (field: string) => textOf(request.body, field);
    try {
      const reason = text('reason');
      readForm(ReasonRequest, { reason });
      const asked = readForm(CreateMerchantRequest, {
        ...{ name: text('name').trim(), tradeName: text('tradeName').trim() },
        contacts: contactsIn(text),
      });
      const made = await ports.merchants.create(asked, deskActor(request, reason));
      return await reply.redirect(onboardingPath(made.merchantId), 303);
    } catch (error) {
      return show(request, reply, refuse(request, reply, error));
    }
  });
}

function addTerms(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  const { terms } = ports;
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: { readonly fault: string | null; readonly done: string | null },
  ): Promise<FastifyReply> => {
    const [plans, prefixes] = await Promise.all([terms.plans(), terms.prefixes()]);
    const typed = (field: string) => textOf(request.body as FormBody | null, field);
    return html(reply, termsDocument(frame(request), { plans, prefixes, typed }, said));
  };
  room.get('/terms', needs('merchants:read'), (request, reply) =>
    show(request, reply, { fault: null, done: null }),
  );
  const form = (
    path: string,
    permission: 'terms:write' | 'merchants:write',
    make: (request: FastifyRequest<Posted>) => Promise<string>,
  ) =>
    room.post<Posted>(path, needs(permission), async (request, reply) => {
      try {
        readForm(ReasonRequest, { reason: textOf(request.body, 'reason') });
        return await show(request, reply, { fault: null, done: await make(request) });
      } catch (error) {
        return show(request, reply, { fault: refuse(request, reply, error), done: null });
      }
    });
  form('/terms/plans', 'terms:write', async (request) => {
    const asked = readForm(FeePlanRequest, {
      feePlanId: textOf(request.body, 'feePlanId').trim(),
      rateBps: bpsIn(request.body, 'rate'),
      flatMinor: koboOf(request.body, 'flat'),
      capMinor: koboOf(request.body, 'cap'),
      vatBps: bpsIn(request.body, 'vat'),
    });
    const plan = {
      ...{ feePlanId: asked.feePlanId, rateBps: asked.rateBps, vatBps: asked.vatBps },
      ...{ flatMinor: BigInt(asked.flatMinor ?? 0), flatWaivedBelowMinor: 0n },
      capMinor: BigInt(asked.capMinor),
    };
    refuseTaken(await terms.createPlan(plan, actorOf(request)), 'fee plan');
    return `The fee plan ${asked.feePlanId} is made.`;
  });
  form('/terms/prefixes', 'merchants:write', async (request) => {
    const names = ['prefix', 'provider', 'bankCode', 'bankName', 'nipInstitutionCode'] as const;
    const typed = names.map((name) => [name, textOf(request.body, name).trim()]);
    const asked = readForm(NumberPrefixRequest, Object.fromEntries(typed) as object);
    const numbers = whoseNumbers(asked.provider);
    refuseTaken(await terms.createPrefix(asked, numbers, actorOf(request)), 'prefix');
    return `The prefix ${asked.prefix} is added.`;
  });
}

const actorOf = (request: FastifyRequest<Posted>) =>
  deskActor(request, textOf(request.body, 'reason'));

/** Reads a percentage with two decimals at most, and returns basis points. @throws ApiError VALIDATION_FAILED */
function bpsIn(body: FormBody | null, field: string): number {
  const text = textOf(body, field).trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) throw invalid(field, 'must be such as 1.5');
  return Math.round(Number(text) * 100);
}

/** Returns an amount that was typed in naira, in kobo. An empty field is 0. @throws ApiError VALIDATION_FAILED */
const koboOf = (body: FormBody | null, field: string): number =>
  Number(nairaTyped(textOf(body, field), field) ?? 0n);

/** @throws ApiError DUPLICATE_REFERENCE */
function refuseTaken(outcome: string, what: string): void {
  if (outcome !== 'TAKEN') return;
  throw new ApiError('DUPLICATE_REFERENCE', {
    message: `There is a ${what} of this name with other details.`,
  });
}
