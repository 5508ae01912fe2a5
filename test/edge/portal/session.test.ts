import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgSandboxLinks } from '../../../src/people/sandbox-link.store.js';
import { hashOf, mintSessionSecret } from '../../../src/people/session-secret.js';
import { byTest } from '../../support/operators.js';
import { patientPool } from '../../support/patient-pool.js';
import { PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
beforeAll(async () => {
  world = await PortalWorld.edge();
});
afterAll(() => world?.stop());

async function givenLink(): Promise<string> {
  const pool = patientPool(world.api.manilla.database.appUrl, { max: 1, applicationName: 'test' });
  const link = mintSessionSecret();
  await new PgSandboxLinks(pool).give(byTest, world.merchantId, hashOf(link));
  await pool.end();
  return link;
}

const secretIn = (headers: Headers): string =>
  /manilla-portal=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

describe('the link of the sandbox', () => {
  it('signs the owner in, once, with a session that the browser did not bring', async () => {
    const link = await givenLink();
    const brought = mintSessionSecret();
    const first = await world.visitor(brought).see(`/sandbox/${link}`);
    expect(first).toMatchObject({ status: 303, location: '/' });
    const secret = secretIn(first.headers);
    expect(secret).toHaveLength(43);
    expect(secret).not.toBe(brought);
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    const again = await world.visitor().see(`/sandbox/${link}`);
    expect(again.status).toBe(404);
    expect(secretIn(again.headers)).toBe('');
    const owner = new PortalVisitor(world.portal.baseUrl, '', '', secret);
    expect(await owner.send('/sign-out')).toMatchObject({ status: 303, location: '/sign-in' });
    expect(await owner.send('/sign-out')).toMatchObject({ status: 303, location: /sign-in\?to/ });
  });

  it('takes the place of the one before', async () => {
    const [before, after] = [await givenLink(), await givenLink()];
    expect((await world.visitor().see(`/sandbox/${before}`)).status).toBe(404);
    expect((await world.visitor().see(`/sandbox/${after}`)).status).toBe(303);
  });
});

describe('a form of the portal', () => {
  it('is refused from another site, and with another session’s key', async () => {
    const owner = await world.person();
    const other = await world.person();
    const foreign = await fetch(`${world.portal.baseUrl}/sign-out`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', cookie: `manilla-portal=${owner.secret}` },
    });
    expect(foreign.status).toBe(403);
    const stolen = await new PortalVisitor(world.portal.baseUrl, '', '', owner.secret).send(
      '/sign-out',
      { formKey: other.secret },
    );
    expect(stolen.status).toBe(403);
    expect(stolen.text).toContain('not one of this sign-in');
    expect((await owner.send('/sign-out')).status).toBe(303);
  });
});
