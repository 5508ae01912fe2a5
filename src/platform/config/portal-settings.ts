import { z } from 'zod';
import { port, url } from './fields.js';

export interface PortalSettings {
  /** The address of the merchants' portal. */
  readonly portalHost: string;
  readonly portalPort: number;
  readonly portalMetricsPort: number;
  /** Public address of the portal, without a slash at the end: links to people lead there. */
  readonly portalUrl: string;
  /** The domain that passkeys of the portal belong to: the portal's host, or a domain above it. */
  readonly passkeyDomain: string;
}

export const portalFields = {
  MANILLA_PORTAL_HOST: z.string().default('127.0.0.1'),
  MANILLA_PORTAL_PORT: port(3030),
  MANILLA_PORTAL_METRICS_PORT: port(9468),
  MANILLA_PORTAL_URL: url(/^https?:$/, 'https://portal.example.ng').default(
    'http://localhost:3030',
  ),
  MANILLA_PASSKEY_DOMAIN: z.string().min(1).optional(),
} as const;

const schema = z.object(portalFields);

export function portalSettings(env: z.output<typeof schema>): PortalSettings {
  const portalUrl = env.MANILLA_PORTAL_URL.replace(/\/+$/, '');
  return {
    ...{ portalHost: env.MANILLA_PORTAL_HOST, portalPort: env.MANILLA_PORTAL_PORT },
    ...{ portalMetricsPort: env.MANILLA_PORTAL_METRICS_PORT, portalUrl },
    passkeyDomain: env.MANILLA_PASSKEY_DOMAIN ?? new URL(portalUrl).hostname,
  };
}
