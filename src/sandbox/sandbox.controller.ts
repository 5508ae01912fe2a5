import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../auth/token.guard.js';
import { ApiError } from '../http/api-error.js';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers } from '../http/open-api.js';
import { SimulatorBank, type SimulatedResult } from '../rails/simulator/simulator-bank.js';
import { SandboxCreditData, SandboxCreditRequest } from './inward-credit.dto.js';

/** Plays the payer's bank. Not there in the live environment. */
@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class SandboxController {
  constructor(private readonly bank: SimulatorBank) {}

  /** Sends money to an account through the simulator bank, which tells our hook as a real bank does. */
  @Post('inward-credit')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @Answers(SandboxCreditData, ['ACCOUNT_NOT_FOUND', 'PROVIDER_BAD_RESPONSE'])
  async sendInwardCredit(@Body() body: SandboxCreditRequest): Promise<Envelope<SandboxCreditData>> {
    const sentAt = body.senderTimestamp ? new Date(body.senderTimestamp) : undefined;
    const isNew = sentAt === undefined && !body.sessionId;
    const result = await this.bank.transfer(
      {
        accountNumber: body.accountNumber,
        amount: body.amount,
        sentAt,
        sessionId: body.sessionId ?? undefined,
        narration: body.narration ?? undefined,
      },
      { askName: body.nameEnquiry ?? isNew },
    );
    return ok('Transfer sent', {
      sessionId: result.sessionId,
      accountNumber: body.accountNumber,
      accountName: nameIn(result),
      amount: body.amount,
      transactionReference: referenceIn(result),
    });
  }
}

function nameIn({ nameEnquiry }: SimulatedResult): string | null {
  const name = nameEnquiry?.data['accountName'];
  return typeof name === 'string' ? name : null;
}

/** @throws ApiError when the bank did not send, or our hook did not take it. */
function referenceIn({ nameEnquiry, credit }: SimulatedResult): string {
  if (nameEnquiry?.code === '07') {
    throw new ApiError('ACCOUNT_NOT_FOUND', {
      message: 'The bank did not send: by name enquiry the account takes no money now.',
    });
  }
  const reference = credit?.data['transactionReference'];
  if (credit?.code === '00' && typeof reference === 'string') return reference;
  const { status, code, message } = credit ?? nameEnquiry ?? { status: 0, code: '', message: '' };
  throw new ApiError('PROVIDER_BAD_RESPONSE', {
    message: `The hook answered the bank ${status}/${code}: ${message}`,
  });
}
