import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import { createSealedSecrets, loadMasterKeys, removeSealedSecret } from '../../repository/secrets/sealed-secrets.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { newSecret } from './signature.ts';
import type { Webhook } from './webhook.ts';

/** The secrets of webhooks, stored as the keys of users are: encrypted with the master key. */
export type SigningSecrets = {
  /** Creates a secret under a number that the webhook has not used before. Throws Problem `key-unavailable` (503). */
  create(webhookId: string, number: number): Promise<string>;
  /** The secrets that a message is signed with now. Throws Problem `key-unavailable` (503). */
  valid(webhook: Pick<Webhook, 'id' | 'secrets'>): Promise<readonly string[]>;
  remove(webhookId: string, numbers: readonly number[]): Promise<void>;
};

/** @param secrets holds the master key, which is read when it is first needed */
export function createSigningSecrets(
  { keyValues, now }: Pick<Context, 'keyValues' | 'now'>,
  secrets: SecretStore,
): SigningSecrets {
  let sealed: SecretStore | null = null;

  async function secretOf(name: string, create: () => string): Promise<string> {
    try {
      sealed ??= createSealedSecrets(keyValues, await loadMasterKeys(secrets));
      return await sealed.secret(name, async () => create());
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      throw new Problem('key-unavailable', 'The secret of the webhook cannot be read or stored.', {}, { cause });
    }
  }

  return {
    create: (id, number) => secretOf(nameOf(id, number), newSecret),
    valid: ({ id, secrets: stored }) =>
      Promise.all(
        stored
          .filter(({ until }) => until === null || until > now())
          .map(({ number }) => secretOf(nameOf(id, number), missing)),
      ),
    async remove(id, numbers) {
      for (const number of numbers) await removeSealedSecret(keyValues, nameOf(id, number));
    },
  };
}

/** The webhook has been removed since it was read: nothing is created for it. */
function missing(): never {
  throw new Error('There is no such secret.');
}

function nameOf(webhookId: string, number: number): string {
  return `webhook-${webhookId}-${number}`;
}
