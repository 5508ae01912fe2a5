import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { accountChannel, channelNames, channelOf } from '../../domain/channels.js';

/** A checkout and a payment link have it alike. */
export function ChannelsField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'Ways in which the customer can pay. Without it, the ways in your settings.',
      type: [String],
      enum: channelNames,
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      example: [accountChannel],
    }),
    IsOptional(),
    IsArray(),
    Rule('arrayMinSize', 'must name 1 or 2 channels', hasOneOrTwo),
    Rule('isChannel', 'must be Card or Bank', areChannels),
    Rule('arrayUnique', 'must name each channel once', areDifferent),
  );
}

function hasOneOrTwo(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= 2;
}

function areChannels(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => channelOf(name) !== undefined);
}

function areDifferent(value: unknown): boolean {
  return Array.isArray(value) && new Set(value.map(channelOf)).size === value.length;
}
