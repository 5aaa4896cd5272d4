import type { SignOn } from '../../repository/sign-on.ts';

/** Sign-on that loads the data on which the rights of users depend before it returns a user. */
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
