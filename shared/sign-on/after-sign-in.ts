import type { SignOn } from './sign-on.ts';

/** Sign-on that waits for something before it returns a user. @param load makes available what the rights of users depend on */
export function afterSignIn(signOn: SignOn, load: () => Promise<unknown>): SignOn {
  return {
    ...signOn,
    async identify(received) {
      const result = await signOn.identify(received);
      if (result.signedIn !== null) await load();
      return result;
    },
  };
}
