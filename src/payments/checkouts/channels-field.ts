import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { accountChannel, channelChoice, channelNames, channelOf } from '../../domain/channels.js';

/** "1 or 2", up to the number of channels. */
const someOf = channelNames.map((_, index) => index + 1).join(' or ');
const countRule = `channels must name ${someOf} channels`;

/** The field is the same for a checkout and for a payment link. */
export function ChannelsField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description:
        'Ways in which the customer can pay. Without it, the ways in your settings. Capitals do not matter, and `transfer` and `BankTransfer` stand for `Bank`.',
      type: [String],
      enum: channelNames,
      minItems: 1,
      maxItems: channelNames.length,
      uniqueItems: true,
      example: [accountChannel],
    }),
    IsOptional(),
    IsArray(),
    ArrayMinSize(1, { message: countRule }),
    ArrayMaxSize(channelNames.length, { message: countRule }),
    Rule('isChannel', `must be ${channelChoice}`, areChannels),
    Rule('arrayUnique', 'must name each channel once', areDifferent),
  );
}

function areChannels(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => channelOf(name) !== undefined);
}

function areDifferent(value: unknown): boolean {
  return Array.isArray(value) && new Set(value.map(channelOf)).size === value.length;
}
