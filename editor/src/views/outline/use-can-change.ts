import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { items } from '../../../../shared/repository/linked-data/references.ts';
import { useIdentities } from '../../app/editor.tsx';
import { usePing } from '../../app/use-ping.ts';

/** Whether the person may change a framework: it has no owners, or one of the person's keys is an owner's or an admin's. */
export function useCanChange(framework: JsonObject): boolean {
  const { identities } = useIdentities();
  const ping = usePing();
  const owners = [...items(member(framework, '@owner')), ...items(member(framework, 'owner'))];
  if (owners.length === 0) return true;
  const held = [ping?.ssoPublicKey, ...(ping?.ssoAdditionalPublicKeys ?? [])];
  const mine = new Set<unknown>([...identities.map(({ publicPem }) => publicPem), ...held]);
  return owners.some((owner) => mine.has(owner)) || (ping?.adminPublicKeys ?? []).some((admin) => mine.has(admin));
}
