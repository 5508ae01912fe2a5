import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, Matches } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { accountChannel, channelNames, channelOf } from '../../domain/channels.js';

/** Fields that a checkout and a payment link have alike. */

const colorPattern = /^#[0-9A-Fa-f]{6}$/;

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

export function AccentColorField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: "Colour of the buttons of the customer's page.",
      type: 'string',
      pattern: colorPattern.source,
      example: '#0b5d3b',
    }),
    IsOptional(),
    IsString(),
    Matches(colorPattern, { message: 'accentColor must be a colour such as #0b5d3b' }),
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
